import type { Field } from '@em/contract/kit/register'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../lib/may.ts'
import { Modal } from '../ui/Dialog.tsx'
import { renderValue } from '../ui/grid/cells.tsx'
import { Amount, DateText } from '../ui/Numbers.tsx'
import { useLast } from '../ui/useLast.ts'
import type { Master } from './master.ts'
import { historyOf, WithHistory } from './RecordHistory.tsx'
import css from './registers.module.css'
import { type AnyRecord, shownText } from './values.ts'

interface RecordDetailProps {
  master: Master
  /** Null while closed. */
  record: AnyRecord | null
  onClose: () => void
  onEdit?: (record: AnyRecord) => void
  onDelete?: (record: AnyRecord) => void
  /** A further change: "Deactivate". */
  more?: { label: string; onClick: () => void } | undefined
}

/** Everything that is kept of one record, read-only, with what the person may do about it. */
export function RecordDetail({ master, record, onClose, onEdit, onDelete, more }: RecordDetailProps) {
  const shown = useLast(record)
  const may = useMay()
  const { update, remove } = master.register.routes
  if (shown === null) return null
  return (
    <Modal opened={record !== null} onClose={onClose} title={master.titleOf(shown)} size="lg">
      <WithHistory of={historyOf(master.register, shown)}>
        <dl className={css.detail}>
          {master.register.fields.map((field) => (
            <div key={field.name} className={field.kind === 'longtext' ? css.whole : undefined}>
              <dt>{field.label}</dt>
              <dd>{fieldValue(field, shown[field.name])}</dd>
            </div>
          ))}
          <div>
            <dt>Created Date</dt>
            <dd>
              <DateText value={shown.created_at} time />
            </dd>
          </div>
          <div>
            <dt>Changed</dt>
            <dd>
              <DateText value={shown.updated_at} time />
            </dd>
          </div>
        </dl>
        <div className={css.buttons}>
          {onDelete !== undefined && may(remove) && (
            <Button variant="subtle" color="red" c="var(--em-loss)" onClick={() => onDelete(shown)}>
              Delete
            </Button>
          )}
          {more !== undefined && may(update) && (
            <Button variant="default" onClick={more.onClick}>
              {more.label}
            </Button>
          )}
          {onEdit !== undefined && may(update) && (
            <Button variant="default" onClick={() => onEdit(shown)}>
              Edit
            </Button>
          )}
        </div>
      </WithHistory>
    </Modal>
  )
}

function fieldValue(field: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <Amount value={null} />
  if (field.kind === 'percent' || field.kind === 'money' || field.kind === 'date') {
    const scale = field.kind === 'percent' ? { decimals: field.scale ?? 4 } : {}
    return renderValue({ kind: field.kind, ...scale }, value as string | number)
  }
  return shownText(field, value)
}
