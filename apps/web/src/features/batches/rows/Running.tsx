import type { JobLine } from '@em/contract/jobs'
import { Progress, Text } from '@mantine/core'

interface RunningProps {
  /** The work at the server; null while nothing is known of it. */
  job: JobLine | null
  /** What is being done, by what the server says of it. */
  words: (said: string | null) => string
}

/** How far something is that takes more than a moment. */
export function Running({ job, words }: RunningProps) {
  const { done = 0, of = 0, words: said = null } = job?.progress ?? {}
  return (
    <div role="status">
      <Text size="sm">{words(said)}</Text>
      <Progress value={of === 0 ? 0 : (done / of) * 100} animated aria-label="Progress" />
    </div>
  )
}
