// Opening books: what is read is written to the same book.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "book/book.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanternfish;
  const Result<Book> book = parse_book({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!book) {
    return 0;
  }
  const Result<Book> again = parse_book(format_book(*book), "again");
  if (!again || !(*again == *book)) {
    std::abort();
  }
  return 0;
}
