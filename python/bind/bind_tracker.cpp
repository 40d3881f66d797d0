#include <fmt/format.h>

#include "python/bind/bind.h"
#include "python/bind/convert.h"
#include "python/bind/turn.h"
#include "python/tracker.h"
#include "rules/notation.h"
#include "support/text.h"

namespace lanternfish::python {

namespace {

constexpr std::size_t kBoardsBetweenSignals = 4096;

using SharedTracker = Guarded<Tracker>;

constexpr std::int64_t kMaxBoards = std::int64_t{1} << 40;  // far beyond what memory holds
constexpr std::int64_t kMaxSample = 100'000'000;            // boards; 100 bytes each, and more as Python's text

MoveModelKind to_move_model(const Argument& argument) {
  const std::string name = to_text(argument);
  if (name == "fitted") {
    return MoveModelKind::kFitted;
  }
  if (name == "uniform") {
    return MoveModelKind::kUniform;
  }
  raise_value_error(argument, fmt::format("'fitted' or 'uniform', not '{}'", shortened(name, 80)));
}

const char* move_model_name(MoveModelKind model) { return model == MoveModelKind::kFitted ? "fitted" : "uniform"; }

std::unique_ptr<SharedTracker> shared(std::unique_ptr<Tracker> tracker) {
  const Home home = tracker->settings().threads > 1 ? Home::kMakersProcess : Home::kAnyProcess;
  return std::make_unique<SharedTracker>(std::move(tracker), home);
}

std::unique_ptr<Tracker> new_tracker(py::handle color, py::handle start, py::handle memory_mb, py::handle threads,
                                     py::handle move_model) {
  const TrackerSettings settings{.start = to_board({"start", start}),
                                 .color = to_color({"color", color}),
                                 .memory_mb = static_cast<int>(to_int({"memory_mb", memory_mb}, 1, 1 << 20)),
                                 .threads = static_cast<int>(to_int({"threads", threads}, 1, 1024)),
                                 .move_model = to_move_model({"move_model", move_model})};
  const py::gil_scoped_release release;
  return std::make_unique<Tracker>(settings);
}

std::unique_ptr<SharedTracker> make_tracker(py::handle color, py::handle start, py::handle memory_mb,
                                            py::handle threads, py::handle move_model) {
  return shared(new_tracker(color, start, memory_mb, threads, move_model));
}

void observe(SharedTracker& tracker, const Observation& event) {
  const Status status = in_turn(tracker, [&](Tracker& t) { return t.observe(event, signal_raised); });
  throw_if_raised();
  if (!status) {
    raise_observation_error(status.error());
  }
}

// Calls make(i) for each of `n` entries of a list, and looks for Ctrl-C now and then.
template <typename Make>
py::list make_list(std::size_t n, Make&& make) {
  py::list list(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % kBoardsBetweenSignals == kBoardsBetweenSignals - 1 && PyErr_CheckSignals() != 0) {
      throw py::error_already_set();
    }
    list[i] = make(i);
  }
  return list;
}

std::vector<WeightedBoard> likeliest(SharedTracker& tracker, py::handle n) {
  const auto limit = static_cast<std::size_t>(to_int({"n", n}, 0, kMaxBoards));
  return in_turn(tracker, [&](const Tracker& t) { return t.likeliest(limit); });
}

py::list fens(SharedTracker& tracker, py::handle n) {
  const std::vector<WeightedBoard> boards = likeliest(tracker, n);
  return make_list(boards.size(),
                   [&](std::size_t i) { return py::make_tuple(format_fen(boards[i].board), boards[i].probability); });
}

py::list chess_boards(SharedTracker& tracker, py::handle n) {
  const std::vector<WeightedBoard> boards = likeliest(tracker, n);
  const py::object chess_board = py::module_::import("chess").attr("Board");
  return make_list(boards.size(), [&](std::size_t i) {
    return py::make_tuple(chess_board(format_fen(boards[i].board)), boards[i].probability);
  });
}

py::list sample(SharedTracker& tracker, py::handle n, py::handle rng_seed) {
  const auto wanted = static_cast<std::size_t>(to_int({"n", n}, 0, kMaxSample));
  const std::uint64_t seed = to_seed({"rng_seed", rng_seed});
  const std::vector<Board> boards = in_turn(tracker, [&](const Tracker& t) { return t.sample(wanted, seed); });
  return make_list(boards.size(), [&](std::size_t i) { return py::str(format_fen(boards[i])); });
}

double probability(SharedTracker& tracker, py::handle board) {
  if (board.is_none()) {
    raise_type_error({"board", board}, "a position (a FEN, or an object with fen())");
  }
  const Board wanted = to_board({"board", board});
  return in_turn(tracker, [&](const Tracker& t) { return t.probability(wanted); });
}

py::array_t<double> piece_probabilities(SharedTracker& tracker) {
  const PiecePlanes planes = in_turn(tracker, [](const Tracker& t) { return t.piece_probabilities(); });
  py::array_t<double> array({12, 8, 8});
  std::copy_n(planes[0].data(), 12 * 64, array.mutable_data());
  return array;
}

// One row of windows(), in the layout of the array.
struct WindowRow {
  std::int64_t square;
  std::int64_t results;
  double expected;
  std::int64_t worst;
  double bits;
};

py::array_t<WindowRow> windows(SharedTracker& tracker) {
  const std::vector<WindowSplit> splits = in_turn(tracker, [](const Tracker& t) { return t.windows(); });
  py::array_t<WindowRow> array(64);
  WindowRow* row = array.mutable_data();
  for (const WindowSplit& split : splits) {
    *row++ = {split.center, static_cast<std::int64_t>(split.results), split.expected_boards,
              static_cast<std::int64_t>(split.worst_boards), split.gain_bits};
  }
  return array;
}

py::list move_requests(SharedTracker& tracker) {
  std::vector<Move> moves = in_turn(tracker, [](const Tracker& t) { return t.move_requests(); });
  moves.pop_back();  // the pass
  return make_list(moves.size(), [&](std::size_t i) { return from_move(moves[i]); });
}

using Snapshot = std::shared_ptr<const Belief>;

// One read-only view for each shard that holds boards. The views keep the belief alive.
py::list shards(SharedTracker& tracker) {
  const Snapshot belief = in_turn(tracker, [](const Tracker& t) { return t.snapshot(); });
  const py::capsule keeper(new Snapshot(belief), [](void* held) { delete static_cast<Snapshot*>(held); });
  py::list views;
  for (const BoardSet::Shard& shard : belief->boards().shards()) {
    if (!shard.empty()) {
      py::array_t<Hypothesis> view(static_cast<py::ssize_t>(shard.size()), shard.data(), keeper);
      view.attr("flags").attr("writeable") = false;
      views.append(view);
    }
  }
  return views;
}

py::array array(SharedTracker& tracker) {
  const py::list views = shards(tracker);
  if (views.size() == 1) {
    return views[0];
  }
  if (views.empty()) {
    return py::array_t<Hypothesis>(0);
  }
  py::array whole = py::module_::import("numpy").attr("concatenate")(views);
  whole.attr("flags").attr("writeable") = false;
  return whole;
}

py::list history(SharedTracker& tracker) {
  return from_observations(in_turn(tracker, [](const Tracker& t) { return t.history(); }));
}

// The same events lead to the same boards, so a pickle is the settings and the events.
py::tuple state_of(SharedTracker& tracker) {
  const TrackerSettings s = in_turn(tracker, [](const Tracker& t) { return t.settings(); });
  return py::make_tuple(from_color(s.color), format_fen(s.start), s.memory_mb, s.threads, move_model_name(s.move_model),
                        history(tracker));
}

std::unique_ptr<SharedTracker> from_state(const py::tuple& state) {
  if (state.size() != 6 || !py::isinstance<py::list>(state[5])) {
    raise_value_error("not the pickle of a Tracker of this version");
  }
  auto tracker = make_tracker(state[0], state[1], state[2], state[3], state[4]);
  for (const py::handle event : state[5]) {
    observe(*tracker, to_observation({"event", event}));
  }
  return tracker;
}

std::unique_ptr<SharedTracker> copy(SharedTracker& tracker) {
  return shared(in_turn(tracker, [](const Tracker& t) { return std::make_unique<Tracker>(t); }));
}

std::string repr(SharedTracker& tracker) {
  const auto [color, boards] =
      in_turn(tracker, [](const Tracker& t) { return std::pair(t.settings().color, t.count()); });
  return fmt::format("<lanternfish.Tracker {} with {} boards>", format_color(color), boards);
}

template <typename Read>
auto setting(Read read) {
  return reader<Tracker>([read](const Tracker& t) { return read(t.settings()); });
}

constexpr const char* kClassText = R"(Every board that one player must hold possible, with probabilities.

Tell a tracker each event of the game in its order: what the opponent's move
captured, what the sense showed, what became of the request. It then holds
exactly the boards that agree with all of them.

color       True or "white", False or "black"
start       the first position: a FEN or a chess.Board; None is the usual one
memory_mb   memory for boards. Where it is short the least likely boards wait
            unexpanded (`deferred`) and come back when there is room
threads     threads for long work; the boards are the same for any number
move_model  what the opponent is expected to play: "fitted" to recorded games
            and learning during the game, or "uniform"

Squares are ints (a1 is 0, h8 is 63) or names. Moves are text ("e2e4") or
chess.Move; None is a pass. A wrong value raises ValueError. Of several
threads' calls to one tracker each waits its turn.

>>> tracker = Tracker("black")
>>> tracker.opponent_moved()
>>> tracker.count
21
>>> tracker.sensed("d3", "PP1/1PP/BQK")
Traceback (most recent call last):
    ...
lanternfish.ObservationError: no board explains the observation
>>> tracker.sensed("e3", "1P1/3/P1P")
>>> tracker.fens(1)
[('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 1.0)]
>>> tracker.moved("d7d5", "d7d5")
)";

void bind_events(py::class_<SharedTracker>& tracker) {
  tracker
      .def(
          "opponent_moved", [](SharedTracker& t, py::handle capture) { observe(t, to_notice(capture)); },
          py::arg("capture") = py::none(),
          R"(The opponent has moved, and captured my piece on `capture` (None: nothing).

The first of a turn's three events. If I move first, the game's first one
stands for no move. Raises ObservationError, and changes nothing, when the event
is out of order or no board explains it; while boards wait deferred, which might
explain it, no error is raised for that. Ctrl-C leaves the tracker as it was.

>>> tracker = Tracker("white")
>>> tracker.opponent_moved()
>>> tracker.opponent_moved()
Traceback (most recent call last):
    ...
lanternfish.ObservationError: opponent_moved is out of order: sensed comes next
)")
      .def(
          "sensed",
          [](SharedTracker& t, py::handle square, py::handle result) { observe(t, to_sensed(square, result)); },
          py::arg("square"), py::arg("result") = py::none(),
          R"(My sense of `square` showed `result`; the second event of a turn.

square  the centre of the window, or None for no sense
result  [(square, piece or None), ...] as reconchess has it, with pieces as
        letters or chess.Piece; or text such as "rnb/ppp/3": ranks from the
        higher to the lower, digits for empty squares

>>> tracker = Tracker("white")
>>> tracker.opponent_moved()
>>> tracker.sensed("b7", "rnb/ppp/3")
>>> tracker.moved("e2e4", "e2e4")
>>> tracker.opponent_moved()
>>> tracker.sensed("h7", [("g8", "n"), ("h8", "r"), ("g7", "p"), ("h7", "p"),
...                       ("g6", None), ("h6", None)])
>>> tracker.count
15
)")
      .def(
          "moved",
          [](SharedTracker& t, py::handle requested, py::handle taken, py::handle capture) {
            observe(t, to_moved(requested, taken, capture));
          },
          py::arg("requested"), py::arg("taken"), py::arg("capture") = py::none(),
          R"(My request `requested` became the move `taken` and captured on `capture`.

The third event of a turn. `requested` None is a pass, `taken` None a request
that came to nothing.

>>> tracker = Tracker("white")
>>> tracker.opponent_moved()
>>> tracker.sensed(None)
>>> tracker.moved("b1d2", None)
Traceback (most recent call last):
    ...
lanternfish.ObservationError: b1d2 cannot be requested
>>> tracker.moved("b1c3", "b1c3")
)")
      .def(
          "catch_up",
          [](SharedTracker& t, py::handle boards) {
            const auto wanted = static_cast<std::uint64_t>(to_int({"boards", boards}, 0, kMaxBoards));
            in_turn(t, [&](Tracker& held) { return held.catch_up(wanted, signal_raised); });
            throw_if_raised();
          },
          py::arg("boards") = 1'000'000,
          "Expands deferred boards, likeliest first, until about `boards` were made on the way, none is left or "
          "memory is "
          "full. The events do the same where few boards are held.");
}

void bind_figures(py::class_<SharedTracker>& tracker) {
  tracker
      .def_property_readonly("color", setting([](const TrackerSettings& s) { return s.color == kWhite; }),
                             "True for White, False for Black, as in python-chess.")
      .def_property_readonly("start", setting([](const TrackerSettings& s) { return format_fen(s.start); }),
                             "The first position as a FEN.")
      .def_property_readonly("memory_mb", setting([](const TrackerSettings& s) { return s.memory_mb; }),
                             "Memory for boards, in MB.")
      .def_property_readonly("threads", setting([](const TrackerSettings& s) { return s.threads; }),
                             "Threads for long work.")
      .def_property_readonly("move_model",
                             setting([](const TrackerSettings& s) { return move_model_name(s.move_model); }),
                             "\"fitted\" or \"uniform\".")
      .def_property_readonly("count", reader<Tracker>(&Tracker::count), "The number of boards held.")
      .def_property_readonly("deferred", reader<Tracker>(&Tracker::deferred),
                             "Boards of earlier turns that wait unexpanded for want of memory; 0: all boards are held.")
      .def_property_readonly("entropy", reader<Tracker>(&Tracker::entropy),
                             "Entropy of the distribution over the boards, in bits.")
      .def_property_readonly("own_fen", reader<Tracker>([](const Tracker& t) { return format_fen(t.own_pieces()); }),
                             "My own pieces and rights, as a FEN without the opponent.")
      .def("history", &history,
           R"(All events so far, as tuples that begin with the name of the method.

>>> tracker = Tracker("black")
>>> tracker.opponent_moved()
>>> tracker.history()
[('opponent_moved', None)]
)");
}

void bind_boards(py::class_<SharedTracker>& tracker) {
  tracker
      .def("probability", &probability, py::arg("board"),
           R"(The probability of one board, a FEN or a chess.Board; 0.0 where it is not held.

>>> tracker = Tracker("white")
>>> tracker.probability("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
1.0
)")
      .def("fens", &fens, py::arg("n"),
           R"([(FEN, probability), ...] of the `n` likeliest boards, likeliest first.

>>> tracker = Tracker("white", start="4k3/8/8/8/8/8/8/4K3 w - - 0 1")
>>> tracker.fens(10)
[('4k3/8/8/8/8/8/8/4K3 w - - 0 1', 1.0)]
)")
      .def("boards", &chess_boards, py::arg("n"),
           "[(chess.Board, probability), ...] as fens(); needs python-chess, which ImportError says where it is "
           "missing.")
      .def("sample", &sample, py::arg("n"), py::arg("rng_seed") = 0,
           R"(`n` FENs drawn by the boards' probabilities, with repetition.

The same seed draws the same boards. No board is held: an empty list.

>>> tracker = Tracker("black", move_model="uniform")
>>> tracker.opponent_moved()
>>> tracker.sample(3, rng_seed=1) == tracker.sample(3, rng_seed=1)
True
)")
      .def("piece_probabilities", &piece_probabilities,
           R"(The probability of each piece on each square: float64 array [12, 8, 8].

First index: white P N B R Q K, then black p n b r q k. Second: rank, 0 is the
first rank. Third: file, 0 is the a-file. My own pieces have 0 and 1.

>>> tracker = Tracker("white")
>>> tracker.piece_probabilities()[11, 7, 4]
1.0
)")
      .def("windows", &windows,
           R"(What a sense of each square would tell: structured array of 64 rows, by square.

square    the centre of the window
results   how many different results are possible
expected  boards left, on average by probability
worst     boards left by the result that leaves most
bits      information gained, on average

>>> tracker = Tracker("black", move_model="uniform")
>>> tracker.opponent_moved()
>>> best = max(tracker.windows(), key=lambda row: row["bits"])
>>> int(best["worst"]) < tracker.count
True
)")
      .def("move_requests", &move_requests,
           R"(Everything I may request, as text; the pass (None) may always be requested and is not listed.

>>> Tracker("white", start="4k3/8/8/8/8/8/8/4K3 w - - 0 1").move_requests()
['e1d1', 'e1f1', 'e1d2', 'e1e2', 'e1f2']
)")
      .def("array", &array,
           R"(All boards as a read-only structured array, one row of 32 bytes a board.

planes     3 x uint64; bit s of plane k is bit k of the code of the opponent's
           piece on square s: P 1, N 2, B 3, R 4, Q 5, K 6, no piece 0
weight     float32, the probability times a factor common to all boards
castling   uint8, the opponent's rights: 1 K, 2 Q, 4 k, 8 q
ep_square  uint8, where en passant is possible; 64: nowhere

My own pieces are the same on all boards (`own_fen`). A view without copying
where the boards lie in one piece of memory, as small sets do; of larger sets
the pieces are put together, and shards() gives the views. Later events do
not change the array.

>>> tracker = Tracker("black")
>>> tracker.opponent_moved()
>>> boards = tracker.array()
>>> len(boards), boards.itemsize
(21, 32)
)")
      .def("shards", &shards, "The boards of array(), in the same order, as a list of views without copying.")
      .def("copy", &copy,
           R"(A tracker of the same game that goes on by itself.

The two share their boards until one of them changes, so a copy costs nothing.

>>> tracker = Tracker("black")
>>> other = tracker.copy()
>>> other.opponent_moved()
>>> tracker.count, other.count
(1, 21)
)");
}

}  // namespace

void bind_tracker(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(WindowRow, square, results, expected, worst, bits);
  PYBIND11_NUMPY_DTYPE(Hypothesis, planes, weight, castling, ep_square);
  py::class_<SharedTracker> tracker(module, "Tracker", kClassText);
  tracker
      .def(py::init(&make_tracker), py::arg("color"), py::arg("start") = py::none(), py::arg("memory_mb") = 1024,
           py::arg("threads") = 1, py::arg("move_model") = "fitted")
      .def("__repr__", &repr)
      .def("__copy__", &copy)
      .def(
          "__deepcopy__", [](SharedTracker& t, const py::dict& /*memo*/) { return copy(t); }, py::arg("memo"))
      .def(py::pickle(&state_of, &from_state));
  bind_events(tracker);
  bind_figures(tracker);
  bind_boards(tracker);
}

}  // namespace lanternfish::python
