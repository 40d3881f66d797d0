#pragma once

// The whole page as the server answers it: its files, and under /api the three rooms.

#include "tools/web/look/look_room.h"
#include "tools/web/play/kept_games.h"
#include "tools/web/play/play_room.h"
#include "tools/web/watch/watch_room.h"

namespace lanternfish {

struct SiteSettings {
  PlaySettings play;
  LookSettings look;
  WatchSettings watch;
  std::filesystem::path keep;  // folder of the games that are played here; empty: none is kept
};

class Site : public HttpHandler {
 public:
  explicit Site(const SiteSettings& settings);

  std::size_t max_body(const HttpRequest& request) override;
  HttpResponse handle(const HttpRequest& request) override;
  void tick() override;

  const PlayRoom& play() const { return play_; }

 private:
  HttpResponse hello() const;

  const SiteSettings settings_;
  KeptGames kept_;
  LookRoom look_;
  WatchRoom watch_;
  PlayRoom play_;  // last: its games hand their records to look_
};

}  // namespace lanternfish
