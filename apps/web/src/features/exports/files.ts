import { type ExportFile, exportFiles } from '@em/contract/exports/exports'
import type { QueryClient } from '@tanstack/react-query'
import { callFile } from '../../lib/api.ts'
import { notify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { rememberSaved } from './saved.ts'

/** Hands an exported file to the browser to keep. @throws ApiFailure */
export async function saveExport(
  client: QueryClient,
  { id, file_name, media_type }: ExportFile,
): Promise<void> {
  saveFile(file_name, await callFile(exportFiles.file, { params: { id } }), media_type)
  rememberSaved(id)
  readJobsAgain(client)
}

/** The same for a button: says what went wrong. */
export const downloadExport = (client: QueryClient, file: ExportFile): Promise<void> =>
  saveExport(client, file).catch((error: unknown) =>
    notify.error(`${file.file_name} could not be downloaded. Please try again.`, error),
  )

/** Reads the jobs and the bell again: a job has begun or ended, or its file was saved. */
export function readJobsAgain(client: QueryClient): void {
  const readAgain = new Set(['jobs', 'attention'])
  void client.invalidateQueries({ predicate: ({ queryKey: [root] }) => readAgain.has(String(root)) })
}
