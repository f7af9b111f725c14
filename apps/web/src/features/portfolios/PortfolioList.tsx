import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useMayChange } from '../../lib/may.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { MergedNote, ReloadButton } from '../../registers/EditForm.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { RecordDetail } from '../../registers/RecordDetail.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { StatusBadge } from '../../registers/StatusBadge.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { InlineCell } from './InlineCell.tsx'
import { INLINE } from './inline-edit.ts'
import { portfolioMaster } from './portfolio-master.ts'
import { type InlineEdit, useInlineEdit } from './useInlineEdit.ts'

const WIDTHS: Record<string, number> = {
  portfolioId: 104,
  portfolioName: 162,
  portfolioType: 150,
  entity: 130,
  fundManager: 124,
  baseCurrency: 88,
  riskProfile: 116,
  status: 118,
}

function listColumns(inline: InlineEdit) {
  const changes = Object.fromEntries(
    INLINE.map((name) => [
      name,
      {
        width: WIDTHS[name] ?? 140,
        hidden: false,
        ...(name === 'baseCurrency' ? { header: 'Currency' } : {}),
        cell: (portfolio: AnyRecord) =>
          inline.base?.id === portfolio.id ? (
            <InlineCell name={name} edit={inline} />
          ) : name === 'status' ? (
            <StatusBadge status={String(portfolio['status'])} />
          ) : (
            (portfolio[name] ?? <span className="em-absent">–</span>)
          ),
      },
    ]),
  )
  const hidden = { hidden: true }
  return columnsOf(portfolioMaster.register, {
    first: INLINE,
    changes: { ...changes, startDate: hidden, accountingTreatment: hidden },
  })
}

/** All portfolios; a row switches between view and inline edit. */
export function PortfolioList({ onNew }: { onNew: (() => void) | undefined }) {
  const inline = useInlineEdit()
  const [opened, open] = useState<AnyRecord | null>(null)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(portfolioMaster)
  const mayChange = useMayChange()
  const columns = useMemo(() => listColumns(inline), [inline])
  return (
    <>
      <InlineMessages inline={inline} />
      <RegisterList
        master={portfolioMaster}
        columns={columns}
        onOpen={(portfolio) => {
          if (inline.base?.id !== portfolio.id) open(portfolio)
        }}
        muted={(portfolio) => portfolio['status'] !== 'Active' && portfolio.id !== inline.base?.id}
        tools={{
          width: 132,
          cell: (portfolio) => (
            <RowButtons
              name={String(portfolio['portfolioId'])}
              buttons={
                inline.base?.id === portfolio.id
                  ? [
                      {
                        label: 'Save',
                        tone: 'main',
                        loading: inline.saving,
                        onClick: () => void inline.save(),
                      },
                      { label: 'Cancel', disabled: inline.saving, onClick: inline.cancel },
                    ]
                  : !mayChange(String(portfolio['portfolioId']))
                    ? []
                    : [
                        editButton(portfolioMaster, () => void inline.begin(portfolio)),
                        deleteButton(portfolioMaster, () => void remove(portfolio)),
                      ]
              }
            />
          ),
        }}
        empty={
          <EmptyState
            title="No portfolios yet"
            action={onNew && <Button onClick={onNew}>New Portfolio</Button>}
          >
            Enter the first portfolio; then assign its valuation method and record trades.
          </EmptyState>
        }
      />
      <RecordDetail
        master={portfolioMaster}
        record={opened}
        onClose={() => open(null)}
        {...(opened !== null && mayChange(String(opened['portfolioId']))
          ? {
              onEdit: (portfolio: AnyRecord) => {
                open(null)
                edit(portfolio)
              },
              onDelete: (portfolio: AnyRecord) => void remove(portfolio).then((gone) => gone && open(null)),
            }
          : {})}
      />
      <EditModal
        master={portfolioMaster}
        record={edited}
        onClose={() => edit(null)}
        size="80rem"
        columns={3}
      />
    </>
  )
}

function InlineMessages({ inline }: { inline: InlineEdit }) {
  const { fault, merged } = inline
  if (fault === null) return merged === null ? null : <MergedNote merged={merged} />
  return (
    <Banner tone="error">
      {fault.sentence} {fault.stale && <ReloadButton onReload={() => void inline.reload()} />}
    </Banner>
  )
}
