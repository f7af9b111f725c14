import type { ApprovalRequest } from '@em/contract/approvals/approvals'
import { jobs } from '@em/contract/jobs/jobs'
import { payments } from '@em/contract/settlements/payments'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { notify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'

const FAILED = 'The file could not be saved. Please try again.'

/** The payment file of an approved export, for who asked for it: what the export would have answered at once. */
export function ResultFile({ request: { act, state, isMine, jobId } }: { request: ApprovalRequest }) {
  const [busy, setBusy] = useState(false)
  if (act !== payments.export.name || state !== 'done' || !isMine) return null
  const save = async () => {
    setBusy(true)
    try {
      const { result } = await call(jobs.get, { params: { id: jobId } })
      const { csv, fileName } = payments.export.reply.parse(result)
      // A byte order mark: spreadsheets take the file for UTF-8.
      saveFile(fileName, new TextEncoder().encode(`\uFEFF${csv}`), 'text/csv')
    } catch (error) {
      notify.error(FAILED, error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button leftSection={<IconDownload size={16} />} loading={busy} onClick={() => void save()}>
      Save File
    </Button>
  )
}
