import { batches } from '@em/contract/books/batches'
import { Progress, Text } from '@mantine/core'
import { useRoute } from '../../../lib/query.ts'

interface RunningProps {
  ticket: string
  /** What is being done, by the stage that the server is at. */
  words: (stage: string) => string
}

/** How far something is that takes more than a moment. */
export function Running({ ticket, words }: RunningProps) {
  const asked = useRoute(batches.progress, { params: { id: ticket } }, { refetchInterval: 500, staleTime: 0 })
  const { stage = 'unknown', done = 0, total = 0 } = asked.data ?? {}
  const share = stage === 'saving' || stage === 'done' ? 100 : total === 0 ? 0 : (done / total) * 100
  return (
    <div role="status">
      <Text size="sm">{words(stage)}</Text>
      <Progress value={share} animated aria-label="Progress" />
    </div>
  )
}
