#include "tools/server/credentials.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/server/calls.h"

namespace lanternfish {

using testing::Calls;

namespace {

int status_of(Calls& calls, const std::string& password) {
  HttpRequest request = Calls::request("GET", "api/users/me/version");
  request.authorization = Calls::basic("anna", password);
  return calls.send(request).status;
}

std::string registration(const std::string& password) {
  return R"({"username": "anna", "email": "", "affiliation": "", "password": ")" + password + "\"}";
}

}  // namespace

// The Python package requests, and so reconchess, sends it as JSON in UTF-8 when it registers, and in Latin-1 with each
// call; curl and others send UTF-8 with calls, too.
TEST_CASE("server calls: a password that was registered fits as Latin-1 and as UTF-8") {
  struct Case {
    const char *utf8, *latin1;
  };
  for (const auto& [utf8, latin1] :
       {Case{"p\xc3\xa4ssw\xc3\xb6rt", "p\xe4ssw\xf6rt"},
        Case{"stra\xc3\x9f"
             "e",
             "stra\xdf"
             "e"},
        Case{"\xc2\xa1h\xc3\xb3la!\xc3\xbf", "\xa1h\xf3la!\xff"}, Case{"a plain one", "a plain one"}}) {
    Calls calls({});
    REQUIRE(calls.ask("", "POST", "api/users/", registration(utf8)) == "200 {\"username\":\"anna\"}");
    CHECK_MESSAGE(status_of(calls, latin1) == 200, utf8);
    CHECK_MESSAGE(status_of(calls, utf8) == 200, utf8);
    CHECK_MESSAGE(status_of(calls, std::string(latin1) + "\xe4") == 401, utf8);
    // The page signs in by JSON.
    CHECK_MESSAGE(calls.browse("", "POST", "api/session", registration(utf8)).status == 200, utf8);
  }
}

TEST_CASE("server calls: a password that reconchess could not send is refused at registration, and says why") {
  Calls calls({});
  // Greek, the euro sign, and letters that would come back as another one.
  for (const char* password :
       {"\xcf\x83\xce\xb5\xce\xbb\xce\xae\xce\xbd\xce\xb7", "100 \xe2\x82\xac", "gr\xc3\x83\xc2\xbcn"}) {
    for (const char* path : {"api/users/", "api/session/new"}) {
      const HttpResponse answer = calls.browse("", "POST", path, registration(password));
      CHECK_MESSAGE(answer.status == 400, password);
      CHECK_MESSAGE(answer.body->find("reconchess") != std::string::npos, *answer.body);
    }
  }
}

// An account that was made before keeps its password.
TEST_CASE("server: credentials in UTF-8 are taken as they are") {
  const std::string greek = "\xcf\x83\xce\xb5\xce\xbb\xce\xae";
  const auto credentials = basic_credentials(Calls::basic("anna", greek));
  REQUIRE(credentials);
  CHECK(credentials->second == greek);
  CHECK(!basic_credentials("Basic ???"));
}

}  // namespace lanternfish
