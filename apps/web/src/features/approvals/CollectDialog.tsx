import { type ApprovalRequest, approvals } from '@em/contract/approvals/approvals'
import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'

/** The path of a one-time link in an answer; null where it holds none. */
const linkIn = (answer: unknown): string | null => {
  const path = (answer as { path?: unknown } | null)?.path
  return typeof path === 'string' ? window.location.origin + path : null
}

/** Carries out an approved invitation or password link, and shows its link this once. */
export function CollectDialog({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const write = useWrite(approvals.collect)
  const [problem, setProblem] = useState<string | null>(null)
  const collect = () =>
    write
      .mutateAsync({ params: { id: request.id } })
      .catch((error: unknown) => setProblem(problemOf(error, 'It could not be collected. Please try again.')))
  const link = linkIn(write.data?.answer)
  return (
    <Modal opened onClose={onClose} title={`Collect ${request.number}`}>
      <Stack gap="md">
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {write.data === undefined ? (
          <Text>{request.title}: this is approved. The link is made now and shown once.</Text>
        ) : (
          <Text>
            Give this link to the person over a channel you trust. It works once and is not shown again.
          </Text>
        )}
        {link !== null && (
          <Group gap="xs" wrap="nowrap" align="end">
            <TextInput
              label="Link"
              readOnly
              value={link}
              style={{ flex: 1 }}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={link}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
            </CopyButton>
          </Group>
        )}
        <DialogActions>
          {write.data === undefined ? (
            <>
              <CancelButton />
              <Button loading={write.isPending} onClick={() => void collect()}>
                Make the link
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          )}
        </DialogActions>
      </Stack>
    </Modal>
  )
}
