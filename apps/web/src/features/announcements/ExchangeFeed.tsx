import { type AnnouncementsRead, announcementFeed } from '@em/contract/announcements/announcement-feed'
import { Button, Group, Stack, Text } from '@mantine/core'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { ByClock, FeedRunning, LastFailure, lastRead, useFeed } from '../../ui/Feed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'

/** Reads the exchange's announcements now, or by the clock on working days; says when that last worked. */
export function ExchangeFeed({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Announcements of the exchange" size="lg">
      {opened && <Feed onClose={onClose} />}
    </Modal>
  )
}

function Feed({ onClose }: { onClose: () => void }) {
  const query = useRoute(announcementFeed.status)
  const feed = useFeed<AnnouncementsRead>(announcementFeed, {
    workName: 'announcement-feed',
    failed: 'The announcements of the exchange could not be read. Please try again.',
    onRead: ({ added, changed }) =>
      notify.done(
        added + changed === 0
          ? 'The exchange has announced nothing new.'
          : `${counted(added, 'new announcement')}, ${changed} changed.`,
      ),
  })
  return (
    <Stack gap="sm">
      <FeedRunning feed={feed} />
      <Loaded query={query} failed="Failed to load the state of the announcement feed">
        {(state) => (
          <>
            <Text size="sm">
              {lastRead(
                state,
                ({ rows, added, changed }) =>
                  `${counted(rows, 'announcement')}, ${added} new, ${changed} changed`,
              )}
            </Text>
            {state.last !== null && state.last.missed !== null && (
              <Banner tone="warning">Not all could be read. {state.last.missed}</Banner>
            )}
            <LastFailure failed={state.failed} />
            <Group justify="space-between" gap="sm">
              <ByClock feed={feed} label="Read every hour on working days" on={state.byClock} />
              {state.byClock && state.turned !== null && (
                <Text size="sm" c="dimmed">
                  From 08:35 to 18:35, recorded in the name of {state.turned.by}.
                </Text>
              )}
            </Group>
          </>
        )}
      </Loaded>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {feed.mayRead && (
          <Button loading={feed.read.busy} onClick={feed.readNow}>
            Read Now
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
