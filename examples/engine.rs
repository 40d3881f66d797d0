// A whole RBC-UCI engine that senses and moves at random: the place to begin one. docs/reference/protocol.md says the
// rest. Build it with: rustc -O -o engine examples/engine.rs
use std::collections::BTreeMap;
use std::io::BufRead;
fn name(file: i32, rank: i32) -> String { format!("{}{}", (b'a' + file as u8) as char, rank + 1) }

// Knows its own pieces. What it senses it forgets: that is yours to change.
struct Engine {
    white: bool,
    own: BTreeMap<String, char>, // square -> p, n, b, r, q or k
    seed: u64,
}

impl Engine {
    fn random(&mut self, below: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % below
    }
    fn position(&mut self, words: &[&str]) { // position startpos|fen FEN color COLOR [history EVENT...]
        let at = words.iter().position(|w| *w == "color").unwrap_or(0) + 1;
        self.white = words[at] == "white";
        self.own.clear();
        let (mut file, mut rank) = (0, 7);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for c in (if words[1] == "fen" { words[2] } else { start }).chars() {
            match c {
                '/' => (file, rank) = (0, rank - 1),
                '1'..='8' => file += c as i32 - '0' as i32,
                _ => {
                    if c.is_uppercase() == self.white { self.own.insert(name(file, rank), c.to_ascii_lowercase()); }
                    file += 1;
                }
            }
        }
        self.observe(&words[(at + 2).min(words.len())..]);
    }
    fn observe(&mut self, mut words: &[&str]) {
        while !words.is_empty() {
            words = match words[0] {
                "opponent" => { self.own.remove(words[2]); &words[3..] } // opponent capture SQUARE
                "sense" => &words[4..],                                  // sense SQUARE result WINDOW
                _ => { self.make(words[4]); &words[7..] }                // move requested M taken M capture SQUARE
            };
        }
    }
    fn make(&mut self, taken: &str) {
        let (from, to) = (&taken[..2], &taken[2..4]);
        if let Some(piece) = self.own.remove(from) { // none where the request came to nothing: 0000
            self.own.insert(to.to_string(), taken.chars().nth(4).unwrap_or(piece));
            if piece == 'k' && from.starts_with('e') && (to.starts_with('g') || to.starts_with('c')) {
                let (rook, target) = if to.starts_with('g') { ("h", "f") } else { ("a", "d") };
                self.own.remove(&format!("{}{}", rook, &to[1..]));
                self.own.insert(format!("{}{}", target, &to[1..]), 'r');
            }
        }
    }
    fn requests(&self) -> Vec<String> { // depend on nothing but one's own pieces
        let ahead = if self.white { 1 } else { -1 };
        let all = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];
        let mut list = Vec::new();
        for (square, &piece) in &self.own {
            let (file, rank) = (square.as_bytes()[0] as i32 - 97, square.as_bytes()[1] as i32 - 49);
            let steps: Vec<(i32, i32)> = match piece {
                'p' => vec![(-1, ahead), (0, ahead), (1, ahead)],
                'n' => vec![(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
                _ => all[if piece == 'r' { 4..8 } else if piece == 'b' { 0..4 } else { 0..8 }].to_vec(),
            };
            for (x, y) in steps {
                let double = piece == 'p' && x == 0 && rank == if self.white { 1 } else { 6 };
                let far = if "brq".contains(piece) { 7 } else { 1 + double as i32 };
                for n in 1..=far {
                    let (f, r) = (file + n * x, rank + n * y);
                    if !(0..8).contains(&f) || !(0..8).contains(&r) || self.own.contains_key(&name(f, r)) { break; }
                    list.push(format!("{}{}", square, name(f, r)));
                }
            }
        }
        list
    }
}
fn main() {
    let mut engine = Engine { white: true, own: BTreeMap::new(), seed: std::process::id() as u64 };
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.first().unwrap_or(&"#") {
            "uci" => println!("id name Example\nid protocol rbc-uci 1\nuciok"),
            "isready" => println!("readyok"),
            "position" => engine.position(&words),
            "observe" => engine.observe(&words[1..]),
            "sense" => println!("bestsense {}", name(1 + engine.random(6) as i32, 1 + engine.random(6) as i32)),
            "go" => {
                let list = engine.requests();
                println!("bestmove {}", if list.is_empty() { "0000" } else { &list[engine.random(list.len())] });
            }
            "ponder" => println!("ponderdone"),
            "quit" => return,
            _ => {}
        }
    }
}
