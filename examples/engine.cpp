// A whole RBC-UCI engine that senses and moves at random: the place to begin one. docs/reference/protocol.md says the
// rest. Build it with: g++ -O2 -std=c++17 -o engine examples/engine.cpp
#include <array>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;
using Step = std::pair<int, int>;  // files, ranks

std::string name(int file, int rank) { return {static_cast<char>('a' + file), static_cast<char>('1' + rank)}; }

// Knows its own pieces. What it senses it forgets: that is yours to change.
struct Engine {
  bool white = true;
  std::map<std::string, char> own;  // square -> p, n, b, r, q or k
  std::mt19937 rng{std::random_device{}()};

  void position(const Words& words) {  // position startpos|fen FEN color COLOR [history EVENT...]
    std::size_t at = 0;
    while (words.at(at) != "color") ++at;
    white = words.at(at + 1) == "white";
    own.clear();
    int file = 0, rank = 7;
    for (char c : words[1] == "fen" ? words[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") {
      if (std::isalpha(c) && !!std::isupper(c) == white) own[name(file, rank)] = std::tolower(c);
      rank -= c == '/';
      file = c == '/' ? 0 : file + (std::isdigit(c) ? c - '0' : 1);
    }
    observe(words, at + 3);
  }
  void observe(const Words& words, std::size_t at) {
    for (std::size_t length = 0; at < words.size(); at += length) {
      // opponent capture SQUARE; sense SQUARE result WINDOW; move requested M taken M capture SQUARE
      length = words[at] == "opponent" ? 3 : words[at] == "sense" ? 4 : 7;
      if (length == 3) own.erase(words.at(at + 2));
      if (length == 7) move(words.at(at + 4));
    }
  }
  void move(const std::string& taken) {
    if (taken == "0000") return;  // the request came to nothing
    const std::string from = taken.substr(0, 2), to = taken.substr(2, 2);
    const char piece = own[from];
    own.erase(from);
    own[to] = taken.size() > 4 ? taken[4] : piece;
    if (piece == 'k' && from[0] == 'e' && (to[0] == 'g' || to[0] == 'c')) {
      own.erase((to[0] == 'g' ? "h" : "a") + to.substr(1));
      own[(to[0] == 'g' ? "f" : "d") + to.substr(1)] = 'r';
    }
  }
  std::vector<Step> steps(char piece) const {
    const int ahead = white ? 1 : -1;
    const std::vector<Step> bishop{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, rook{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    if (piece == 'p') return {{-1, ahead}, {0, ahead}, {1, ahead}};
    if (piece == 'n') return {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    std::vector<Step> all = piece == 'r' ? rook : bishop;
    if (piece == 'q' || piece == 'k') all.insert(all.end(), rook.begin(), rook.end());
    return all;
  }
  Words requests() const {  // depend on nothing but one's own pieces
    Words list;
    for (const auto& [square, piece] : own) {
      const int file = square[0] - 'a', rank = square[1] - '1';
      for (const auto& [x, y] : steps(piece)) {
        const bool slides = piece == 'b' || piece == 'r' || piece == 'q';
        const int far = slides ? 7 : piece == 'p' && x == 0 && rank == (white ? 1 : 6) ? 2 : 1;
        for (int n = 1; n <= far; ++n) {
          const int f = file + n * x, r = rank + n * y;
          if (f < 0 || f > 7 || r < 0 || r > 7 || own.count(name(f, r))) break;
          list.push_back(square + name(f, r));
        }
      }
    }
    return list;
  }
};

int main() {
  Engine engine;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream stream(line);
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    const std::string word = words.empty() ? "" : words[0];
    if (word == "quit") break;
    if (word == "uci") std::cout << "id name Example\nid protocol rbc-uci 1\nuciok" << std::endl;
    if (word == "isready") std::cout << "readyok" << std::endl;
    if (word == "position") engine.position(words);
    if (word == "observe") engine.observe(words, 1);
    if (word == "ponder") std::cout << "ponderdone" << std::endl;
    if (word == "sense") std::cout << "bestsense " << name(1 + engine.rng() % 6, 1 + engine.rng() % 6) << std::endl;
    if (word == "go") {
      const Words list = engine.requests();
      std::cout << "bestmove " << (list.empty() ? "0000" : list[engine.rng() % list.size()]) << std::endl;
    }
  }
}
