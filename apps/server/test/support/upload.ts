/** Uploads a trade summary for tests. */
import type { UploadReport } from '@em/contract/prices/trade-summary'
import type { Answer, Api } from './api.ts'

/** The values sent with the file; the day is that of the exchange's own file. */
export interface UploadOptions {
  readonly tradeDate?: string | null
  readonly fileName?: string
  readonly replace?: boolean
  readonly dryRun?: boolean
  readonly token?: string
}

/** Sends a form as a browser does. */
export async function uploadSummary(
  api: Api,
  file: Uint8Array | string,
  options: UploadOptions = {},
): Promise<
  Answer<UploadReport & { code: string; error: string; message: string; details: { message: string }[] }>
> {
  const {
    tradeDate = '2023-02-03',
    fileName = 'summary.csv',
    replace = false,
    dryRun = false,
    token = api.token,
  } = options
  const mark = '----form'
  const field = (name: string, value: string) =>
    `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head =
    (tradeDate === null ? '' : field('tradeDate', tradeDate)) +
    (replace ? field('replace', '1') : '') +
    `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${mark}--\r\n`)])
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/trade-summary/upload${dryRun ? '?dryRun=1' : ''}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
