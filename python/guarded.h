#pragma once

// The one rule for every object that Python's threads share: each call waits its turn.

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace lanternfish {

// Where an object can be used after a fork. One with threads or processes of its own is of no use to a child: those
// stayed with the parent.
enum class Home { kAnyProcess, kMakersProcess };

// Owns an object and makes one call to it at a time. Called from any thread.
template <typename T>
class Guarded {
 public:
  // Asked now and then while a call waits; true ends the waiting.
  using Interrupted = std::function<bool()>;

  explicit Guarded(std::unique_ptr<T> object, Home home = Home::kAnyProcess)
      : object_(std::move(object)), home_(home) {}
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  // A forked child leaves what belongs to its parent alone.
  ~Guarded() {
    if (abroad()) {
      static_cast<void>(object_.release());
    }
  }

  // Blocks until no other call goes on, then gives what call(object) gives. Throws std::runtime_error when this thread
  // is within a call to the same object already (a signal handler may run there), when `interrupted` said so, and in a
  // forked child that cannot use the object.
  template <typename Call>
  auto call(Call&& call, const Interrupted& interrupted = {}) {
    const Turn turn(*this, interrupted);
    return std::forward<Call>(call)(*object_);
  }

 private:
  static constexpr std::chrono::milliseconds kPoll{50};

  // From the beginning of a call to its end.
  class Turn {
   public:
    Turn(Guarded& of, const Interrupted& interrupted) : of_(of) {
      if (of_.abroad()) {
        throw std::runtime_error(
            "this object was made before a fork, and its threads or its process stayed with the "
            "parent: make another one");
      }
      std::unique_lock lock(of_.mutex_);
      if (of_.caller_ == std::this_thread::get_id()) {
        throw std::runtime_error("this thread is within a call to the same object: a signal handler may not call it");
      }
      while (of_.caller_ != std::thread::id()) {
        if (of_.callers_process_ != ::getpid()) {
          throw std::runtime_error("the process was forked while another thread called this object: make another one");
        }
        of_.free_.wait_for(lock, kPoll);
        if (interrupted && of_.caller_ != std::thread::id()) {
          lock.unlock();  // a signal handler may call other objects
          const bool ended = interrupted();
          lock.lock();
          if (ended) {
            throw std::runtime_error("interrupted");
          }
        }
      }
      of_.caller_ = std::this_thread::get_id();
      of_.callers_process_ = ::getpid();
    }
    ~Turn() {
      {
        const std::lock_guard lock(of_.mutex_);
        of_.caller_ = {};
      }
      of_.free_.notify_one();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Guarded& of_;
  };

  bool abroad() const { return home_ == Home::kMakersProcess && ::getpid() != maker_; }

  std::unique_ptr<T> object_;
  Home home_;
  pid_t maker_ = ::getpid();
  std::mutex mutex_;  // guards the two below, and is never held while the object is called
  std::thread::id caller_;
  pid_t callers_process_ = 0;
  std::condition_variable free_;
};

}  // namespace lanternfish
