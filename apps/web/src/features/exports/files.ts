import { type ExportFile, exportFiles } from '@em/contract/exports'
import type { QueryClient } from '@tanstack/react-query'
import { callFile } from '../../lib/api.ts'
import { load } from '../../lib/parts.ts'
import { notify } from '../../ui/notify.tsx'
import { rememberSaved } from './saved.ts'

/** Hands an exported file to the browser to keep. @throws ApiFailure */
export async function saveExport(
  client: QueryClient,
  { id, file_name, media_type }: ExportFile,
): Promise<void> {
  const [blob, { saveFile }] = await Promise.all([
    callFile(exportFiles.file, { params: { id } }),
    load(() => import('../../ui/grid/export.ts')),
  ])
  saveFile(file_name, blob, media_type)
  rememberSaved(id)
  tellJobs(client)
}

/** The same for a button: says what went wrong. */
export const downloadExport = (client: QueryClient, file: ExportFile): Promise<void> =>
  saveExport(client, file).catch((error: unknown) =>
    notify.error(`${file.file_name} could not be downloaded. Please try again.`, error),
  )

/** What tells of jobs is asked for again: a job has begun or ended, or its file was saved. */
export function tellJobs(client: QueryClient): void {
  const told = new Set(['jobs', 'attention'])
  void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => told.has(String(root)) })
}
