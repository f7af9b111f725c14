import { type FeedRead, feed as routes } from '@em/contract/prices/price-feed'
import { Button, Group, Text } from '@mantine/core'
import { formatDate } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { ByClock, FeedRunning, LastFailure, lastRead, useFeed } from '../../ui/Feed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { Loaded } from '../../ui/States.tsx'

/** Reads the exchange's prices now, or by the clock after each market day; says when that last worked. */
export function PriceFeed({ onRead }: { onRead: (date: string) => void }) {
  const query = useRoute(routes.status)
  const feed = useFeed<FeedRead>(routes, {
    workName: 'price-feed',
    failed: 'The prices of the exchange could not be read. Please try again.',
    onRead: ({ tradeDate, rows, added, changed, closed }) => {
      notify.done(
        added + changed === 0
          ? `The prices of ${formatDate(tradeDate)} are as they were.`
          : `${counted(rows, 'price')} of ${formatDate(tradeDate)} read: ${added} new, ${changed} changed.${closed ? '' : ' The market is open: they are not the last of the day.'}`,
      )
      onRead(tradeDate)
    },
  })
  return (
    <Section
      title="Prices of the exchange"
      actions={
        feed.mayRead ? (
          <Button variant="default" loading={feed.read.busy} onClick={feed.readNow}>
            Read Now
          </Button>
        ) : undefined
      }
    >
      <FeedRunning feed={feed} />
      <Loaded query={query} failed="Failed to load the state of the price feed">
        {(state) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm">
                {lastRead(
                  state,
                  ({ rows, tradeDate, closed }) =>
                    `${counted(rows, 'price')} of ${formatDate(tradeDate)}${closed ? '' : ', while the market was open'}`,
                )}
              </Text>
              <ByClock feed={feed} label="Read after each market day" on={state.byClock} />
            </Group>
            {state.byClock && state.turned !== null && (
              <Text size="sm" c="dimmed">
                From 15:05 on every market day, recorded in the name of {state.turned.by}.
              </Text>
            )}
            <LastFailure failed={state.failed} />
          </>
        )}
      </Loaded>
    </Section>
  )
}
