import { type FeedRead, feed } from '@em/contract/books/price-feed'
import { Button, Group, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { isCancelled, useLongWork } from '../../lib/useLongWork.ts'
import { Banner } from '../../ui/Banner.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Running } from '../../ui/Running.tsx'
import { Loaded } from '../../ui/States.tsx'

const FAILED = 'The prices of the exchange could not be read. Please try again.'

/** Reads the exchange's prices now, or by the clock after each market day; says when that last worked. */
export function PriceFeed({ onRead }: { onRead: (date: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const query = useRoute(feed.status)
  const may = useMay()
  const turn = useWrite(feed.turn)
  const failed = (error: unknown) => {
    if (!isCancelled(error)) setProblem(messageOf(error, FAILED))
  }
  const told = ({ tradeDate, rows, added, changed, closed }: FeedRead) => {
    notify.done(
      added + changed === 0
        ? `The prices of ${formatDate(tradeDate)} are as they were.`
        : `${counted(rows, 'price')} of ${formatDate(tradeDate)} read: ${added} new, ${changed} changed.${closed ? '' : ' The market is open: they are not the last of the day.'}`,
    )
    onRead(tradeDate)
  }
  const read = useLongWork(feed.read, 'price-feed', { onFound: told, onFoundFailed: failed })
  const readNow = () => {
    setProblem(null)
    void read.run({ query: {} }).then(told, failed)
  }
  const setByClock = (byClock: boolean) => {
    setProblem(null)
    turn.mutate({ query: {}, body: { byClock } }, { onError: failed })
  }
  return (
    <Section
      title="Prices of the exchange"
      actions={
        may(feed.read) ? (
          <Button variant="default" loading={read.busy} onClick={readNow}>
            Read Now
          </Button>
        ) : undefined
      }
    >
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {read.busy && (
        <Running
          job={read.job}
          words={(said) => `${said ?? 'Asking the exchange'}.`}
          onCancel={read.cancel}
        />
      )}
      <Loaded query={query} failed="Failed to load the state of the price feed">
        {({ byClock, turned, host, last, failed: failure }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm">
                {last === null
                  ? `Nothing was read yet from ${host}.`
                  : `Last read ${formatMoment(last.at)}${last.byClock ? ' by the clock' : ` by ${last.by}`}: ${counted(last.rows, 'price')} of ${formatDate(last.tradeDate)}${last.closed ? '' : ', while the market was open'}.`}
              </Text>
              <Switch
                label="Read after each market day"
                checked={byClock}
                disabled={!may(feed.turn) || turn.isPending}
                onChange={(event) => setByClock(event.currentTarget.checked)}
              />
            </Group>
            {byClock && turned !== null && (
              <Text size="sm" c="dimmed">
                From 15:05 on every market day, recorded in the name of {turned.by}.
              </Text>
            )}
            {failure !== null && (
              <Banner tone="warning">
                The last try failed, {formatMoment(failure.at)}: {failure.message}
              </Banner>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
