#pragma once

// A person at the page as a Player: asked by the game's thread, answered by requests of the page.

#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "game/play.h"
#include "tools/web/http/feed.h"
#include "tools/web/play/help_tracker.h"
#include "tools/web/play/person_view.h"

namespace lanternfish {

struct PagePlayerSettings {
  Color me = kWhite;
  std::string opponent;  // as the page names it
  bool help = false;     // what can stand where, counted by the exact tracker
  std::size_t help_boards = 100'000;
};

// Of the game's observers it is the one that brings the clocks; it looks at nothing else.
class PagePlayer : public Player, public GameObserver {
 public:
  explicit PagePlayer(const PagePlayerSettings& settings);
  ~PagePlayer() override;

  // What the person may know, anew after each change; closed at the end.
  const std::shared_ptr<Feed>& feed() const { return feed_; }
  // To those who listen, as they are now.
  void tell_clocks();
  // What the feed says, with the clocks as they are now.
  std::string state() const;
  // The person's answers, from any thread. An error: not asked for that now, or not possible, and the person is still
  // asked.
  Status answer_sense(Square square);
  Status answer_move(Move request);
  // The game is given up: at once in the person's own turn; in the other's, whoever runs the game stops it as well.
  void resign();
  // The last own turn that is over is to be played again: whoever runs the game stops it and begins it anew. An error:
  // there is none, or the game is over.
  Status take_back();
  // Whether that was asked for, once; nothing is shown from here on until resume().
  bool takes_back();
  // Left on both clocks, by Color; `next`: whose turn it is.
  void resume(const std::array<std::optional<std::chrono::milliseconds>, 2>& clocks, Color next);
  // Asked for since the game began.
  int takebacks() const;
  // After the game: where the page shows the whole of it.
  void show_end(const GameResult& result, const std::string& game);
  // The game is over: the boards that helped are given back. From the game's thread.
  void forget_boards() { help_.reset(); }
  // The game could not go on, or not begin.
  void show_failure(const std::string& sentence);

  const std::string& name() const override { return name_; }
  std::optional<Fault> begin(const GameStart& start) override;
  std::optional<Fault> notice(const OpponentMoved& notice) override;
  Decision<Square> sense(const DecisionLimits& limits) override;
  std::optional<Fault> sense_result(const Sensed& sensed) override;
  Decision<Move> move(const DecisionLimits& limits) override;
  std::optional<Fault> move_result(const Moved& moved) override;
  bool gives_up() const override;

  void turn_ended(const Game& game, const PlayedTurn& turn) override;

 private:
  std::optional<Fault> observe(const Observation& event);
  // Waits for `answer`, which a request fills.
  template <typename T>
  Decision<T> ask(PersonView::Phase phase, const DecisionLimits& limits, std::optional<T>& answer);
  void publish();  // with mutex_ held

  const std::string name_ = "person";
  const PagePlayerSettings settings_;
  const std::shared_ptr<Feed> feed_ = std::make_shared<Feed>();
  mutable std::mutex mutex_;  // guards all below but help_
  std::condition_variable_any answered_;
  PersonView view_;
  std::optional<Square> square_;
  std::optional<Move> request_;
  bool resigned_ = false;
  bool takes_back_ = false, silent_ = false;
  int takebacks_ = 0;
  std::unique_ptr<HelpTracker> help_;  // of the game's thread; last, so that its thread ends first
};

}  // namespace lanternfish
