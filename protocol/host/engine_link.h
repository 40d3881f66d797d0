#pragma once

// One RBC-UCI engine process, as its host sees it. Every wait has a deadline; whatever the engine does wrong comes back
// as a value, and the arena goes on.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "game/game_result.h"
#include "protocol/host/engine_spec.h"
#include "protocol/messages/messages.h"
#include "support/child_process.h"

namespace lanternfish {

class AppendFile;

// How long the arena waits, one time for each way of failing. Where a clock runs, the flag decides instead.
struct Patience {
  std::chrono::milliseconds start{30'000};     // program started -> uciok
  std::chrono::milliseconds word{2'000};       // program started -> the user hears that it is waited for
  std::chrono::milliseconds ready{120'000};    // isready -> readyok, events of a whole game absorbed
  std::chrono::milliseconds stop{5'000};       // stop -> terminator
  std::chrono::milliseconds silence{600'000};  // sense or go without any clock -> terminator
  std::chrono::milliseconds quit{2'000};       // quit -> gone; after that it is killed
};

template <typename T>
using Answer = std::variant<T, Fault>;  // a fault: what the engine did wrong

class EngineLink {
 public:
  using TimePoint = ChildProcess::TimePoint;

  // What the engine told besides its answers: the warnings since it was started, the rest since the last new_game.
  struct Notes {
    // By Phase: of the latest event of each kind.
    std::array<std::optional<UpdateReport>, 3> updates;
    std::optional<UpdateReport> last_update;
    int belief_warnings = 0;  // that no board is left, none being deferred
    int errors = 0;
    std::string first_error;            // of `errors` and `belief_warnings`
    std::vector<std::string> warnings;  // the rest: of options, of a chess engine that is missing; kMaxWarnings at most
  };

  // Starts the program, shakes hands and sets the options. A program that does not speak RBC-UCI is an error, and so is
  // an option that the engine does not have, or refuses. `abort` ends every wait at once, with Ending::kStopped. `say`
  // gets a sentence for the user while a slow engine is waited for. `no_process`: set where the machine gave no
  // process, which is not the engine's doing.
  static Result<std::unique_ptr<EngineLink>> start(const EngineSpec& spec, const Patience& patience,
                                                   const std::string& log_file = {}, std::stop_token abort = {},
                                                   const std::function<void(const std::string&)>& say = {},
                                                   bool* no_process = nullptr);
  // Starts the program to see whether it can play: it begins a game, too, since a bot of Python speaks before it is
  // loaded.
  static Result<std::unique_ptr<EngineLink>> meet(const EngineSpec& spec, const Board& start, const Patience& patience,
                                                  std::stop_token abort = {},
                                                  const std::function<void(const std::string&)>& say = {});
  ~EngineLink();
  EngineLink(const EngineLink&) = delete;
  EngineLink& operator=(const EngineLink&) = delete;

  // The name of the specification; without one, what the engine calls itself. At most kMaxName bytes.
  const std::string& name() const { return name_; }
  // What the engine calls itself; may be empty.
  const std::string& own_name() const { return own_name_; }
  const Notes& notes() const { return notes_; }
  const Patience& patience() const { return patience_; }
  // Whether an error came since the last call: the host owes the engine its whole history then.
  bool consume_error() { return std::exchange(confused_, false); }
  bool has_option(std::string_view name) const;
  // The value that the engine announced; empty where it has no such option.
  std::string option_default(std::string_view name) const;

  // Bounds of what an engine can make the host keep.
  static constexpr std::size_t kMaxName = 200;            // bytes
  static constexpr std::size_t kMaxOptions = 1000;        // announced ones; the rest is passed over
  static constexpr std::size_t kMaxWarnings = 5;          // kept word for word
  static constexpr std::uintmax_t kMaxLog = 64ULL << 20;  // bytes of a log; what follows is not written

  bool wants_truth() const { return spec_.truth; }
  // Whether the machine gave no process at the last start: no descriptor, no memory, or the program's file was gone.
  bool has_no_process() const { return no_process_; }

  // Kills the process and starts it again, options set. It knows nothing of the game then.
  Status restart();
  // Blocks until the engine is ready for a game that starts so.
  std::optional<Fault> new_game(const Board& start, Color me);
  // Sends a line that has no answer. What goes wrong shows at the next wait.
  void send(const HostCommand& command);

  // Each blocks until the answer or the deadline. When `stop` is requested the engine is told so once, and answers with
  // the best so far.
  Answer<Square> sense(const SenseCommand& command, TimePoint deadline, std::stop_token stop = {});
  Answer<Move> go(const GoCommand& command, TimePoint deadline, std::stop_token stop = {});
  std::optional<Fault> ready(TimePoint deadline);
  // The probability the engine gives `board`, ppm; none where it says that it keeps no boards.
  Answer<std::optional<int>> probe(const Board& board, TimePoint deadline);
  // Sends an event and waits until the engine has reported it. A refusal is a fault.
  Answer<std::optional<UpdateReport>> observe(const Observation& event, TimePoint deadline);
  void ponder();
  // Ends pondering, if any goes on.
  std::optional<Fault> stop_pondering();

  // Asks it to leave, and sees to it. True when it left by itself. Nothing may be called afterwards.
  bool quit();

 private:
  EngineLink(const EngineSpec& spec, const Patience& patience, std::stop_token abort);
  Status launch(const std::function<void(const std::string&)>& say = {});

  std::optional<Fault> shake_hands(const std::function<void(const std::string&)>& say = {});
  bool speaks_rbc() const;
  Status set_options();
  template <typename T>
  Answer<T> await(TimePoint deadline, std::string_view question, const std::stop_token& stop = {});
  void note(const EngineMessage& message);
  Fault gone(std::string_view question);
  void log(char direction, std::string_view line);

  EngineSpec spec_;
  std::string name_, own_name_;
  bool announced_ = false;  // an `id protocol` came
  Patience patience_;
  std::stop_token abort_;
  std::unique_ptr<ChildProcess> process_;
  std::vector<OptionLine> options_;
  Notes notes_;
  bool confused_ = false;
  std::string last_error_;  // that concerned the game
  bool refused_position_ = false;
  std::optional<Trouble> refusal_;  // the error with which the last question was answered
  bool pondering_ = false;
  bool no_process_ = false;
  std::unique_ptr<AppendFile> log_;  // none from the first line on that cannot be written
  std::uintmax_t logged_ = 0;        // bytes
  TimePoint started_;
};

}  // namespace lanternfish
