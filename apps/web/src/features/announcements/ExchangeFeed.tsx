import { type AnnouncementsRead, announcementFeed } from '@em/contract/books/announcement-feed'
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatMoment } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { isCancelled, useLongWork } from '../../lib/useLongWork.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { notify } from '../../ui/notify.tsx'
import { Running } from '../../ui/Running.tsx'
import { Loaded } from '../../ui/States.tsx'

const FAILED = 'The announcements of the exchange could not be read. Please try again.'

/** Reads the exchange's announcements now, or by the clock on working days; says when that last worked. */
export function ExchangeFeed({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Announcements of the exchange" size="lg">
      {opened && <Feed onClose={onClose} />}
    </Modal>
  )
}

function Feed({ onClose }: { onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const query = useRoute(announcementFeed.status)
  const may = useMay()
  const turn = useWrite(announcementFeed.turn)
  const failed = (error: unknown) => {
    if (!isCancelled(error)) setProblem(messageOf(error, FAILED))
  }
  const told = ({ added, changed }: AnnouncementsRead) =>
    notify.done(
      added + changed === 0
        ? 'The exchange has announced nothing new.'
        : `${counted(added, 'new announcement')}, ${changed} changed.`,
    )
  const read = useLongWork(announcementFeed.read, 'announcement-feed', {
    onFound: told,
    onFoundFailed: failed,
  })
  const readNow = () => {
    setProblem(null)
    void read.run({ query: {} }).then(told, failed)
  }
  const setByClock = (byClock: boolean) => {
    setProblem(null)
    turn.mutate({ query: {}, body: { byClock } }, { onError: failed })
  }
  return (
    <Stack gap="sm">
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      {read.busy && (
        <Running
          job={read.job}
          words={(said) => `${said ?? 'Asking the exchange'}.`}
          onCancel={read.cancel}
        />
      )}
      <Loaded query={query} failed="Failed to load the state of the announcement feed">
        {({ byClock, turned, host, last, failed: failure }) => (
          <>
            <Text size="sm">
              {last === null
                ? `Nothing was read yet from ${host}.`
                : `Last read ${formatMoment(last.at)}${last.byClock ? ' by the clock' : ` by ${last.by}`}: ${counted(last.rows, 'announcement')}, ${last.added} new, ${last.changed} changed.`}
            </Text>
            {last !== null && last.missed !== null && (
              <Banner tone="warning">Not all could be read. {last.missed}</Banner>
            )}
            {failure !== null && (
              <Banner tone="warning">
                The last try failed, {formatMoment(failure.at)}: {failure.message}
              </Banner>
            )}
            <Group justify="space-between" gap="sm">
              <Switch
                label="Read every hour on working days"
                checked={byClock}
                disabled={!may(announcementFeed.turn) || turn.isPending}
                onChange={(event) => setByClock(event.currentTarget.checked)}
              />
              {byClock && turned !== null && (
                <Text size="sm" c="dimmed">
                  From 08:35 to 18:35, recorded in the name of {turned.by}.
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
        {may(announcementFeed.read) && (
          <Button loading={read.busy} onClick={readNow}>
            Read Now
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}
