import type { CellValue } from '../grid/columns.ts'
import { figureText, selectionFigures } from './figures.ts'
import css from './Sheet.module.css'

interface SelectionLineProps {
  /** The cells that are selected. */
  cells: readonly { value: CellValue; isNumber: boolean }[]
}

/** Sum, average and count of the cells selected, as under a spreadsheet. */
export function SelectionLine({ cells }: SelectionLineProps) {
  const { count, sum, average } = selectionFigures(cells)
  const figures: [string, string][] = [
    ...(sum === null || average === null
      ? []
      : ([
          ['Sum', figureText(sum, sum.includes('.') ? 2 : 0)],
          ['Average', figureText(average, sum.includes('.') ? 2 : 0)],
        ] as [string, string][])),
    ['Count', figureText(String(count), 0)],
  ]
  return (
    <dl className={css.selection} aria-label="Selected cells" aria-live="polite">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
