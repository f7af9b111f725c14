import { ActionIcon, Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type KeyboardEvent, useRef } from 'react'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { AccountField } from './AccountField.tsx'
import { AmountField } from './AmountField.tsx'
import css from './EntryForm.module.css'
import { type LineValues, NEW_LINE } from './entry-values.ts'
import type { Choices } from './useChoices.ts'

/** Lines of an entry at most, as the server takes them. */
const MOST = 200

interface LinesTableProps {
  lines: readonly LineValues[]
  choices: Choices
  onInsert: (line: LineValues, at: number) => void
  onRemove: (at: number) => void
}

/** The lines of an entry, to be typed from the keyboard alone: Enter opens the next line. */
export function LinesTable({ lines, choices, onInsert, onRemove }: LinesTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const focusLine = (at: number) =>
    setTimeout(() => {
      const line = frame.current?.querySelectorAll<HTMLElement>('[data-line]')[at]
      line?.querySelector<HTMLElement>('input')?.focus()
    })
  const add = (after: number) => {
    // Most entries stay within one portfolio.
    onInsert({ ...NEW_LINE, portfolioId: lines[after]?.portfolioId ?? '' }, after + 1)
    focusLine(after + 1)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    const field = event.target as HTMLElement
    // An open list takes the Enter for its choice.
    if (field.tagName !== 'INPUT' || field.getAttribute('aria-expanded') === 'true') return
    event.preventDefault()
    if (at < lines.length - 1) focusLine(at + 1)
    else if (lines.length < MOST) add(at)
  }
  return (
    <div ref={frame} className={css.lines} role="group" aria-label="Lines" data-enter="own">
      <div className={css.head} aria-hidden>
        <span>Account</span>
        <span>Description</span>
        <span>Portfolio</span>
        <span>Bank account</span>
        <span className={css.right}>Debit (LKR)</span>
        <span className={css.right}>Credit (LKR)</span>
        <span />
      </div>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its index; the form holds its values.
        <div key={at} className={css.line} data-line onKeyDown={(event) => onKeyDown(event, at)}>
          <AccountField
            name={`lines.${at}.account_code`}
            label={`Account of line ${at + 1}`}
            value={line.account_code}
            accounts={choices.accounts}
            loading={choices.loading}
            failed={choices.failed}
          />
          <TextField
            name={`lines.${at}.description`}
            label={`Description of line ${at + 1}`}
            placeholder={line.clears === null ? 'Same as the entry' : `Clears entry ${line.clears.entry_id}`}
            maxLength={500}
          />
          <SelectField
            name={`lines.${at}.portfolioId`}
            label={`Portfolio of line ${at + 1}`}
            placeholder="None"
            options={choices.portfolios}
          />
          <SelectField
            name={`lines.${at}.settlementAccount`}
            label={`Bank account of line ${at + 1}`}
            placeholder="None"
            options={choices.banks}
          />
          <AmountField name={`lines.${at}.debit`} label={`Debit of line ${at + 1}`} />
          <AmountField name={`lines.${at}.credit`} label={`Credit of line ${at + 1}`} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove line ${at + 1}`}
            disabled={lines.length === 1}
            onClick={() => onRemove(at)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        disabled={lines.length >= MOST}
        onClick={() => add(lines.length - 1)}
      >
        Add line
      </Button>
    </div>
  )
}
