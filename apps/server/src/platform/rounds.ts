/**
 * Questions to the database that many ask at the same time, asked in rounds: what comes while rounds are under way waits
 * for the next. A question is asked in a round that begins after it came, so its answer is never older than itself.
 */
export interface Rounds {
  /** Rounds under way at a time. */
  readonly atOnce: number
  /** Questions in one round. */
  readonly most: number
}

interface Waiting<Key, Found> {
  readonly key: Key
  readonly done: (found: Found) => void
  readonly fail: (error: unknown) => void
}

/** Answers a function that asks one question; `ask` answers several in their order. Where a round fails, its questions do. */
export function inRounds<Key, Found>(
  ask: (keys: readonly Key[]) => Promise<readonly Found[]>,
  { atOnce, most }: Rounds,
): (key: Key) => Promise<Found> {
  const waiting: Waiting<Key, Found>[] = []
  let underWay = 0
  const round = async (these: readonly Waiting<Key, Found>[]) => {
    try {
      const found = await ask(these.map(({ key }) => key))
      these.forEach(({ done }, at) => done(found[at] as Found))
    } catch (error) {
      for (const { fail } of these) fail(error)
    } finally {
      underWay -= 1
      next()
    }
  }
  const next = () => {
    while (underWay < atOnce && waiting.length > 0) {
      underWay += 1
      void round(waiting.splice(0, most))
    }
  }
  return (key) =>
    new Promise((done, fail) => {
      waiting.push({ key, done, fail })
      next()
    })
}
