import { ActionIcon, Popover } from '@mantine/core'
import IconMathFunction from '@tabler/icons-react/dist/esm/icons/IconMathFunction.mjs'
import { type ReactNode, useId } from 'react'
import { type Part, PartsList } from '../Numbers.tsx'
import css from './Form.module.css'

interface CalcFieldProps {
  label: string
  /** Usually an `<Amount>`; a dash while nothing can be calculated. */
  value: ReactNode
  unit?: string
  /** How it is calculated: lines of name and value, or any content. Opens at the button. */
  how?: readonly Part[] | ReactNode
  /** A newer figure is on its way: the shown one is dimmed, not removed. */
  stale?: boolean
  /** The figure that matters (net value). */
  strong?: boolean
  /** Text (a name, a number of an account) is aligned left. */
  text?: boolean
  /** Marked as required: it is filled by way of another field. */
  required?: boolean
  help?: ReactNode
}

/** A calculated field, styled as such, that opens its calculation. */
export function CalcField(props: CalcFieldProps) {
  const {
    label,
    value,
    unit,
    how,
    stale = false,
    strong = false,
    text = false,
    required = false,
    help,
  } = props
  const id = useId()
  const flag = (on: boolean) => (on ? '' : undefined)
  return (
    <div className={css.calc} data-stale={flag(stale)} data-strong={flag(strong)} data-text={flag(text)}>
      <span id={id} className={css.calcLabel}>
        {label}
        {required && <RequiredMark />}
      </span>
      <div className={css.calcValue}>
        {unit !== undefined && <span className={css.unit}>{unit}</span>}
        <output aria-labelledby={id} aria-busy={stale}>
          {value}
        </output>
        {how !== undefined && (
          <Popover position="bottom-end" withinPortal trapFocus returnFocus>
            <Popover.Target>
              <ActionIcon size="sm" aria-label={`${label}: how it is calculated`}>
                <IconMathFunction size={15} />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown maw={380}>{isParts(how) ? <PartsList parts={how} /> : how}</Popover.Dropdown>
          </Popover>
        )}
      </div>
      {help !== undefined && <span className={css.calcHelp}>{help}</span>}
    </div>
  )
}

/** The star behind the label of what must be filled; the same as that of the other fields. */
export function RequiredMark() {
  return (
    <span className={css.required} aria-hidden="true">
      {' *'}
    </span>
  )
}

function isParts(how: CalcFieldProps['how']): how is readonly Part[] {
  return (
    Array.isArray(how) && how.every((part) => typeof part === 'object' && part !== null && 'label' in part)
  )
}
