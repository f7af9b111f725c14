import '../kit/without-eval.ts'
import { z } from 'zod'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Files that a job makes of the books. The user who made one may download it while it is kept and he may
 * still read its contents.
 */

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Days that a file is kept; as long as the job that made it. */
export const EXPORT_RETENTION_DAYS = 7

/** A file that was made. */
export const exportFile = z.object({
  /** Downloaded by it: GET /exports/:id/file. */
  id: z.number(),
  file_name: z.string(),
  media_type: z.string(),
  rows: z.number(),
  /** Of the file as it is downloaded. */
  bytes: z.number(),
  kept_until: z.string(),
})
export type ExportFile = z.output<typeof exportFile>

/** A preview (`?dryRun=1`) of an export: no file is made. */
export const exportPreview = z.object({ dryRun: z.literal(true), file_name: z.string(), rows: z.number() })

export const exportFiles = {
  file: route({
    tag: 'Jobs',
    name: 'exports.file',
    // The list in the file decides which right is needed.
    needs: 'signed-in',
    load: 'export',
    method: 'GET',
    path: '/exports/:id/file',
    summary: `A file that one's own export made, as a download; it is kept for ${EXPORT_RETENTION_DAYS} days`,
    params: idParams,
    reply: z.unknown(),
  }),
}
