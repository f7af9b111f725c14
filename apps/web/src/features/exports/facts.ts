import type { ExportFile } from '@em/contract/exports'
import { formatMoment } from '../../lib/dates.ts'
import { sizeText } from '../../lib/files.ts'

/** "1 line", "200,000 lines". */
export const linesOf = ({ rows }: Pick<ExportFile, 'rows'>): string =>
  `${rows.toLocaleString('en-LK')} ${rows === 1 ? 'line' : 'lines'}`

/** What a file is, and how long it is there. */
export const factsOf = (file: ExportFile): string =>
  `${file.file_name}: ${linesOf(file)}, ${sizeText(file.bytes)}, kept until ${formatMoment(file.kept_until)}`
