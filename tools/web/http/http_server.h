#pragma once

// The server: one thread, any number of connections, nothing that a client does can hold it up. Answers that take time
// are made by a few threads beside it.
//
// What is refused before the handler sees it: a Host that is not this server's own (a page of another name may not
// reach it), a change without the token, a path with anything but plain words, heads over 16 KB, bodies over what the
// handler allows, requests that take longer than ten seconds to arrive. Where as many connections are open as may be,
// the oldest of those that have not shown the token makes room for the next.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/result.h"
#include "tools/web/http/http.h"

namespace lanternfish {

struct HttpSettings {
  std::string address = "127.0.0.1";
  unsigned short port = 0;  // 0: any free one
  // What a POST must bring in the field X-Lanternfish-Token; empty: nothing. Other requests may bring it as a cookie,
  // lanternfish-PORT.
  std::string token;
  // Further names by which the server may be called: with its port, or as they are, which is what a proxy passes on.
  std::vector<std::string> hosts;
  bool trust_proxy = false;  // the last address of X-Forwarded-For is whose request it is
  std::size_t max_connections = 512;
  // Of one address; 0: any number. Those of this machine have no such limit. Behind a proxy that is trusted a
  // connection belongs to whom its last request came from.
  std::size_t max_connections_of_address = 0;
  int makers = 4;                           // threads for answers that take time
  std::size_t max_waiting = 64;             // such answers; a further one is refused
  std::size_t max_waiting_of_address = 64;  // the same, of one address elsewhere
};

class HttpServer {
 public:
  // Listens from here on; an error says why the address cannot be used. `handler` outlives the server.
  static Result<std::unique_ptr<HttpServer>> listen(const HttpSettings& settings, HttpHandler& handler);
  ~HttpServer();

  unsigned short port() const;
  // "http://127.0.0.1:8065", the address that it listens on; where those are all of this machine's, its loopback.
  std::string url() const;
  // The same by the first of the further names, where it listens beyond this machine and no proxy is in front.
  std::string url_for_others() const;
  // What whoever starts it has to change, in a sentence, where it listens to others and knows none of the names by
  // which they call it; else empty.
  std::string advice() const;
  // Serves until stop().
  void run();
  // May be called from any thread.
  void stop();
  // Ends run() at SIGINT and SIGTERM.
  void stop_at_signals();

 private:
  struct Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanternfish
