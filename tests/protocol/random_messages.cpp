#include "tests/protocol/random_messages.h"

namespace lanternfish::testing {

Limits RandomMessages::limits() {
  Limits l;
  for (auto* field : {&l.wtime, &l.btime, &l.winc, &l.binc, &l.movetime, &l.nodes, &l.depth, &l.turn}) {
    if (number(0, 2) == 0) {
      *field = number(-1000, 10'000'000);
    }
  }
  l.infinite = chance();
  return l;
}

HostCommand RandomMessages::host() {
  const auto optional_color = [&]() -> std::optional<Color> {
    return chance() ? std::optional(chance() ? kWhite : kBlack) : std::nullopt;
  };
  switch (number(0, 18)) {
    case 0: return UciCommand{};
    case 1: return IsReadyCommand{};
    case 2: return NewGameCommand{};
    case 3: return StopCommand{};
    case 4: return QuitCommand{};
    case 5: return DebugCommand{chance()};
    case 6: return SetOptionCommand{text(), chance() ? std::optional(chance() ? text() : "") : std::nullopt};
    case 7: return PositionCommand{chance() ? Board::start() : board(), chance() ? kWhite : kBlack, events(0, 9)};
    case 8: return ObserveCommand{events(1, 5)};
    case 9: return SenseCommand{limits(), list(0, 5, [this] { return square_or_none(); })};
    case 10: return GoCommand{limits(), list(0, 5, [this] { return move(); })};
    case 11: return PonderCommand{limits()};
    case 12:
      return GameOverCommand{optional_color(), static_cast<WinReason>(number(0, 5)),
                             chance() ? std::optional(text()) : std::nullopt};
    case 13: return ShowStateCommand{};
    case 14: return BoardsCommand{chance() ? std::optional(number(0, 1000)) : std::nullopt};
    case 15: return ProbeCommand{board()};
    case 16: return BenchCommand{list(0, 3, [this] { return std::string(1, "abc"[number(0, 2)]); })};
    case 17: return HelpCommand{};
    default: return Comment{chance() ? " " + text() : ""};
  }
}

namespace {

OptionLine random_option(RandomMessages& random) {
  OptionLine option{.name = random.text(),
                    .type = static_cast<OptionType>(random.number(0, 4)),
                    .initial = {},
                    .min = {},
                    .max = {},
                    .choices = {}};
  switch (option.type) {
    case OptionType::kCheck: option.initial = random.chance() ? "true" : "false"; break;
    case OptionType::kSpin:
      option.initial = std::to_string(random.number(-5, 5));
      option.min = random.number(-100, -5);
      option.max = random.number(5, 100'000);
      break;
    case OptionType::kCombo:
      option.initial = "one";
      option.choices = {"one", "two"};
      break;
    case OptionType::kString: option.initial = random.chance() ? random.text() : ""; break;
    case OptionType::kButton: break;
  }
  return option;
}

UpdateReport random_update(RandomMessages& random) {
  UpdateReport info{.turn = random.number(1, 200),
                    .event = static_cast<Phase>(random.number(0, 2)),
                    .boards_before = static_cast<std::uint64_t>(random.number(0, 100'000'000)),
                    .boards = static_cast<std::uint64_t>(random.number(0, 100'000'000)),
                    .deferred = random.chance() ? static_cast<std::uint64_t>(random.number(0, 1000)) : 0,
                    .entropy_millibits = {},
                    .boards_per_second = {},
                    .time_ms = random.number(0, 100'000)};
  if (random.chance()) {
    info.entropy_millibits = random.number(0, 30'000);
    info.boards_per_second = static_cast<std::uint64_t>(random.number(0, 100'000'000));
  }
  return info;
}

SearchInfo random_search(RandomMessages& random) {
  const auto count = [&] { return static_cast<std::uint64_t>(random.number(0, 1'000'000)); };
  const auto permille = [&] { return static_cast<int>(random.number(0, 1000)); };
  const auto cp = [&] { return random.number(-20'000, 20'000); };
  SearchInfo info{.phase = static_cast<Phase>(random.number(0, 2)),
                  .turn = random.number(1, 200),
                  .boards = count(),
                  .samples = count(),
                  .time_ms = random.number(0, 100'000),
                  .nodes = count(),
                  .nodes_per_second = count(),
                  .rank = 0,
                  .candidate = {}};
  const std::int64_t kind = random.number(0, 2);
  if (kind != 0) {
    info.rank = static_cast<int>(random.number(1, 256));
  }
  if (kind == 1) {
    info.candidate = SearchInfo::Sense{random.square_or_none(), cp(), random.number(0, 30'000), count(), count()};
  } else if (kind == 2) {
    info.candidate = SearchInfo::Request{cp(),       cp(),       cp(),       random.number(0, 9'000),
                                         permille(), permille(), permille(), random.move()};
  }
  return info;
}

TextInfo random_text(RandomMessages& random) {
  TextInfo info{.severity = static_cast<TextInfo::Severity>(random.number(0, 2)), .code = {}, .text = random.text()};
  info.code =
      info.severity == TextInfo::Severity::kNote ? Trouble::kInternal : static_cast<Trouble>(random.number(0, 7));
  return info;
}

}  // namespace

EngineMessage RandomMessages::engine() {
  switch (number(0, 12)) {
    case 0: return IdLine{static_cast<IdLine::Field>(number(0, 2)), text()};
    case 1: return random_option(*this);
    case 2: return UciOk{};
    case 3: return ReadyOk{};
    case 4: return BestSense{square_or_none()};
    case 5: return BestMove{move()};
    case 6: return PonderDone{};
    case 7: return random_update(*this);
    case 8: return random_search(*this);
    case 9: return BoardInfo{static_cast<int>(number(0, 50)), static_cast<int>(number(0, 1'000'000)), board()};
    case 10: {
      PieceInfo info{static_cast<PieceType>(number(0, 5)), {}};
      for (Square s = 0; s < 64; ++s) {
        if (number(0, 9) == 0) {
          info.permille.emplace_back(s, static_cast<int>(number(1, 1000)));
        }
      }
      return info;
    }
    case 11: return random_text(*this);
    default: return OtherInfo{"depth 3 seldepth 7 " + text()};
  }
}

}  // namespace lanternfish::testing
