/** Numbers for names that must differ within a test file: modules outlive it, these begin again. */
const counters: { last: number }[] = []

/** Answers 1, 2, 3 and so on, and 1 again in the next test file. */
export function counter(): () => number {
  const own = { last: 0 }
  counters.push(own)
  return () => {
    own.last += 1
    return own.last
  }
}

/** For the next test file. */
export function startCountersAgain(): void {
  for (const one of counters) one.last = 0
}
