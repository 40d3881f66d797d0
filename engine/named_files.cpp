#include "engine/named_files.h"

#include <string>

#include "book/book.h"
#include "eval/make_evaluator.h"
#include "nets/weights_file.h"

namespace lanternfish {

Status check_named_files(const Config& config, const Config& before) {
  if (!config.book_file.empty() && config.book_file != before.book_file) {
    if (const Result<Book> book = read_book(config.book_file); !book) {
      return Error{"BookFile: " + book.error()};
    }
  }
  if (!config.net_file.empty() && config.net_file != before.net_file) {
    if (const Result<Weights> weights = read_weights(config.net_file); !weights) {
      return Error{"NetFile: " + weights.error()};
    }
  }
  if (config.engine_command != before.engine_command) {
    if (const Status command = check_engine_command(config.engine_command); !command) {
      return Error{"EngineCommand: " + command.error()};
    }
  }
  return success();
}

}  // namespace lanternfish
