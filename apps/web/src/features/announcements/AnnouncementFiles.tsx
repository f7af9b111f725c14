import { type AnnouncementDetail, announcements } from '@em/contract/announcements/announcements'
import { attachments } from '@em/contract/attachments/attachments'
import { Button, FileButton, Group, Text } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callFile, problemOf } from '../../lib/api.ts'
import { sizeText } from '../../lib/files.ts'
import { useMay } from '../../lib/may.ts'
import { invalidateAfter, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirmDelete } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ACCEPTED, attach, faultOf } from '../attachments/files.ts'
import css from './Announcements.module.css'

type File_ = AnnouncementDetail['files'][number]

/** The files of an announcement: every user who can read it can download them. */
export function AnnouncementFiles({ announcement: { id, files } }: { announcement: AnnouncementDetail }) {
  const may = useMay()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mayAttach = may(attachments.add, announcements.record)
  const add = async (chosen: readonly File[]) => {
    setProblem(null)
    setBusy(true)
    try {
      for (const file of chosen) {
        const fault = faultOf(file)
        if (fault !== null) throw new Error(fault)
        await attach(file, 'announcement', id)
      }
    } catch (error) {
      setProblem(problemOf(error, error instanceof Error ? error.message : 'The file was not attached.'))
    } finally {
      setBusy(false)
      void invalidateAfter(client, 'announcements')
    }
  }
  if (files.length === 0 && !mayAttach) return null
  return (
    <section aria-label="Attachments">
      <Group justify="space-between" mb={4}>
        <Text fw={600} size="sm">
          Attachments
        </Text>
        {mayAttach && (
          <FileButton multiple accept={ACCEPTED} onChange={(chosen) => void add(chosen)}>
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
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          No files attached.
        </Text>
      ) : (
        <ul className={css.files}>
          {files.map((file) => (
            <FileLine key={file.id} announcement={id} file={file} mayDelete={mayAttach} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FileLine({
  announcement,
  file,
  mayDelete,
}: {
  announcement: number
  file: File_
  mayDelete: boolean
}) {
  const remove = useWrite(attachments.remove, { invalidates: ['announcements'] })
  const download = async () => {
    try {
      const blob = await callFile(announcements.file, { params: { id: announcement, file: file.id } })
      saveFile(file.file_name, blob, file.media_type)
    } catch (error) {
      notify.error('Failed to save the file', error)
    }
  }
  const ask = async () => {
    const question = 'Are you sure you want to delete this file?'
    if (!(await confirmDelete({ question, name: file.file_name }))) return
    await remove
      .mutateAsync({ params: { id: file.id } })
      .catch((error: unknown) => notify.error('Failed to delete the file', error))
  }
  return (
    <li>
      <span className={css.fileName}>{file.file_name}</span>
      <Text size="xs" c="dimmed" span>
        {sizeText(file.bytes)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
        aria-label={`Download ${file.file_name}`}
        onClick={() => void download()}
      >
        Download
      </Button>
      {mayDelete && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={remove.isPending}
          aria-label={`Delete ${file.file_name}`}
          onClick={() => void ask()}
        >
          <IconX size={14} />
        </Button>
      )}
    </li>
  )
}
