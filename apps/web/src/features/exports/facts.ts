import type { ExportFile } from '@em/contract/exports/exports'
import { formatDayOf } from '../../lib/dates.ts'
import { sizeText } from '../../lib/files.ts'

/** "1 line", "200,000 lines". */
export const linesOf = ({ rows }: Pick<ExportFile, 'rows'>): string =>
  `${rows.toLocaleString('en-LK')} ${rows === 1 ? 'line' : 'lines'}`

/** The contents of a file, and how long it is kept. */
export const factsOf = (file: ExportFile): string =>
  `${linesOf(file)}, ${sizeText(file.bytes)}, kept until ${formatDayOf(file.kept_until)}`

/** The same with its name. */
export const nameAndFactsOf = (file: ExportFile): string => `${file.file_name}: ${factsOf(file)}`
