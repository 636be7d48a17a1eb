// Is somebody who asks to stop heeded while a contestant does not answer?
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gpu/verify/library.hpp"
#include "gpu/verify/pipe.hpp"
#include "gpu/verify/record.hpp"
#include "gpu/verify/session.hpp"
#include "gpu/verify/soft_contestant.hpp"

namespace ulplab::verify {
namespace {

using namespace std::chrono_literals;

/// Two that never answer, and would be waited for a minute.
std::vector<std::unique_ptr<Contestant>> silent_ones() {
  ChildLimits limits;
  limits.call = 60s;
  PipeLimits pipe;
  pipe.silence = 60s;
  std::vector<std::unique_ptr<Contestant>> all;
  all.push_back(std::get<0>(open_library(std::string(ULPLAB_WRONG_LIBRARIES) + "/unruly.so:never_returns", limits)));
  all.push_back(std::get<0>(open_pipe("sleep 1000", false, pipe)));
  return all;
}

/// Asks to stop after a while, and says how long it took from then until this was called.
class Stopper {
 public:
  std::stop_token token() const { return source_.get_token(); }
  std::chrono::steady_clock::duration since() const { return std::chrono::steady_clock::now() - asked_; }

 private:
  std::stop_source source_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now() + 500ms;
  std::jthread thread_{[this] {
    std::this_thread::sleep_until(asked_);
    source_.request_stop();
  }};
};

TEST(Stopped, ARunWhoseContestantDoesNotAnswerIsInterruptedAtOnceAndHasCountedNothing) {
  const auto soft = make_soft_contestant();
  for (const auto& silent : silent_ones()) {
    Request request;
    request.what = {"f32_to_f16"};
    request.modes = {Mode{}};
    request.plan.documented = true;
    const Session planned = std::get<Session>(plan_session(request, *soft, *silent));
    const Stopper stopper;
    SessionWatch watch;
    watch.stop = stopper.token();
    const Session s = run_session(planned, request, *soft, *silent, watch);
    EXPECT_LT(stopper.since(), 5s) << silent->name();
    EXPECT_GT(stopper.since(), 0s) << silent->name() << " did answer";
    EXPECT_TRUE(s.interrupted) << silent->name();
    EXPECT_EQ(exit_code_of(s, false), 130) << silent->name();
    EXPECT_EQ(s.results[0].status, Status::stopped) << silent->name();
    EXPECT_EQ(s.results[0].tally.executed, 0u) << silent->name();
  }
}

TEST(Stopped, ARecordingOfOneThatDoesNotAnswerIsNotWritten) {
  for (const auto& silent : silent_ones()) {
    const Stopper stopper;
    RecordSettings settings;
    settings.folder = "no/such/folder";
    RecordWatch watch;
    watch.stop = stopper.token();
    const Recorded r = record(*silent, std::get<Kind>(parse_kind("f32_to_f16")), {}, settings, watch);
    EXPECT_LT(stopper.since(), 5s) << silent->name();
    EXPECT_TRUE(r.stopped) << silent->name();
    EXPECT_EQ(r.file, "") << silent->name();
  }
}

}  // namespace
}  // namespace ulplab::verify
