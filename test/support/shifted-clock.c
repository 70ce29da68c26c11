/* Loaded before a program, makes its wall clock differ from the machine's: see shifted-clock.cjs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const volatile int64_t *shift_ms;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("ORCH_TEST_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  void *shared = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) shift_ms = shared;
}

static int real_time(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return real(clock, at);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int failed = real_time(clock, at);
  if (failed || clock != CLOCK_REALTIME || !shift_ms) return failed;
  int64_t nanoseconds = at->tv_nsec + (*shift_ms % 1000) * 1000000;
  at->tv_sec += *shift_ms / 1000;
  if (nanoseconds < 0) { nanoseconds += 1000000000; at->tv_sec--; }
  if (nanoseconds >= 1000000000) { nanoseconds -= 1000000000; at->tv_sec++; }
  at->tv_nsec = nanoseconds;
  return 0;
}

int gettimeofday(struct timeval *at, void *zone) {
  (void)zone;
  struct timespec now;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
