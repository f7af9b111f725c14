import type { JobLine } from '@em/contract/jobs/jobs'
import { Button, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../lib/numerals.ts'
import { notify } from './notify.tsx'

interface RunningProps {
  /** The work at the server; null while nothing is known of it. */
  job: JobLine | null
  /** The sentence on the running work, by the words of the server. */
  words: (said: string | null) => string
  /** Asks for its end; without it none is offered. */
  onCancel?: () => Promise<void>
}

const count = (value: number) => formatNumber(value, { decimals: 0 })

/** How far something is that takes more than a moment, with the way to end it. */
export function Running({ job, words, onCancel }: RunningProps) {
  const [asked, setAsked] = useState<number | null>(null)
  const { done = 0, of = 0, words: said = null } = job?.progress ?? {}
  const ends = job !== null && (job.cancelling || asked === job.id)
  const cancel = async (id: number) => {
    setAsked(id)
    await onCancel?.().catch((error: unknown) => {
      setAsked(null)
      notify.error('It could not be cancelled. Please try again.', error)
    })
  }
  return (
    <div role="status">
      <Group justify="space-between" gap="sm" mb={4}>
        <Text size="sm">
          {ends ? 'Is being cancelled' : words(said)}
          {of > 0 && !ends && ` ${count(done)} of ${count(of)}.`}
        </Text>
        {job !== null && onCancel !== undefined && (
          <Button size="compact-sm" variant="default" disabled={ends} onClick={() => void cancel(job.id)}>
            Cancel the job
          </Button>
        )}
      </Group>
      <Progress value={of === 0 ? 0 : (done / of) * 100} animated aria-label="Progress" />
    </div>
  )
}
