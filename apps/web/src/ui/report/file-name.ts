import type { Report } from '@em/paper/report'

/** The name under which the file is kept: letters every system takes, at most 120 of them. */
export function fileNameOf(report: Pick<Report, 'title' | 'subtitle' | 'fileName'>): string {
  const name = report.fileName ?? [report.title, report.subtitle?.[0]].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are taken out
    name
      .replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[. ]+|[. ]+$/g, '')
      .slice(0, 120) || 'Report'
  )
}
