import {
  ATTACHMENT_RIGHTS,
  type Attachment,
  type AttachmentOwner,
  attachments,
} from '@em/contract/attachments/attachments'
import { Anchor, Button, FileButton, Group, Text } from '@mantine/core'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { sizeText } from '../../lib/files.ts'
import { useMay } from '../../lib/may.ts'
import { invalidateAfter, useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirmDelete } from '../../ui/Dialog.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Attachments.module.css'
import { ACCEPTED, attach, download, faultOf } from './files.ts'
import { RemovalDialog } from './RemovalDialog.tsx'

interface AttachmentsProps {
  ownerKind: AttachmentOwner
  ownerId: number
  /** Nothing can be added, deleted or marked as removed, as in a reconciliation that is signed off. */
  readOnly?: boolean
}

/**
 * The files kept with a record: listed, added, saved and, after a question, deleted; those of a posted entry are marked as
 * removed instead, with a reason, and stay in the list.
 */
export function Attachments({ ownerKind, ownerId, readOnly: closed = false }: AttachmentsProps) {
  const { change: needs, ...within } = ATTACHMENT_RIGHTS[ownerKind]
  const readOnly =
    !useMay()(attachments.add, attachments.remove, attachments.markRemoved, { needs, ...within }) || closed
  const query = useRoute(attachments.list, { query: { owner_kind: ownerKind, owner_id: ownerId } })
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Attachment | null>(null)

  const add = async (files: readonly File[]) => {
    setProblem(null)
    setBusy(true)
    try {
      for (const file of files) {
        const fault = faultOf(file)
        if (fault !== null) throw new Error(fault)
        await attach(file, ownerKind, ownerId)
      }
    } catch (error) {
      setProblem(problemOf(error, error instanceof Error ? error.message : 'The file was not attached.'))
    } finally {
      setBusy(false)
      void invalidateAfter(client, 'attachments')
    }
  }
  return (
    <section
      className={css.box}
      aria-label="Attachments"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!readOnly) void add([...event.dataTransfer.files])
      }}
    >
      <Group justify="space-between" mb={4}>
        <Text fw={600} size="sm">
          Attachments
        </Text>
        {!readOnly && (
          <FileButton multiple accept={ACCEPTED} onChange={(files) => void add(files)}>
            {(props) => (
              <Button
                {...props}
                size="compact-sm"
                variant="default"
                loading={busy}
                leftSection={<IconPaperclip size={14} />}
              >
                Attach file
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <Loaded query={query} failed="Failed to load the attachments">
        {(files) =>
          files.length === 0 ? (
            <Text size="sm" c="dimmed">
              No files attached.
              {!readOnly && ' Drop one here: PDF, picture, Excel, CSV or text, up to 10 MB.'}
            </Text>
          ) : (
            <ul className={css.files}>
              {files.map((file) => (
                <FileLine key={file.id} file={file} readOnly={readOnly} onRemove={() => setRemoving(file)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <RemovalDialog file={removing} onClose={() => setRemoving(null)} />
    </section>
  )
}

interface FileLineProps {
  file: Attachment
  readOnly: boolean
  /** Asks why a file that cannot be deleted is removed. */
  onRemove: () => void
}

function FileLine({ file, readOnly, onRemove }: FileLineProps) {
  const removed = file.removed_at !== null
  return (
    <li>
      <Anchor
        component="button"
        type="button"
        size="sm"
        {...(removed ? { td: 'line-through', c: 'dimmed' } : {})}
        onClick={() =>
          void download(file).catch((error: unknown) => notify.error('Failed to save the file', error))
        }
      >
        {file.file_name}
      </Anchor>
      <Text size="xs" c="dimmed" span>
        {sizeText(file.bytes)}, {file.added_by}, <DateText value={file.added_at} time />
      </Text>
      {removed ? (
        <Text size="xs" c="dimmed" span className={css.removal}>
          Removed by {file.removed_by}, <DateText value={file.removed_at} time />: {file.removal_reason}
        </Text>
      ) : readOnly ? null : file.permanent ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          fw={400}
          className={css.action}
          aria-label={`Remove ${file.file_name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      ) : (
        <DeleteButton file={file} />
      )}
    </li>
  )
}

function DeleteButton({ file }: { file: Attachment }) {
  const client = useQueryClient()
  const remove = useWrite(attachments.remove)
  const ask = async () => {
    const question = 'Are you sure you want to delete this file?'
    if (!(await confirmDelete({ question, name: file.file_name }))) return
    await remove.mutateAsync({ params: { id: file.id } }).catch((error: unknown) => {
      notify.error('Failed to delete the file', error)
      // It may have been posted or deleted by someone else.
      void invalidateAfter(client, 'attachments')
    })
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      className={css.action}
      aria-label={`Delete ${file.file_name}`}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconX size={14} />
    </Button>
  )
}
