import { LIMIT_TABS, type Limit, limits } from '@em/contract/limits/limits'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { LimitForm } from './LimitForm.tsx'
import { LimitModal } from './LimitModal.tsx'
import css from './Limits.module.css'
import { boundInWords, HARDNESS_WORDS, IN_FORCE_WORDS, type LimitTab, MEASURE_WORDS } from './limit-texts.ts'
import { type Draft, RuleSets } from './RuleSets.tsx'

const columns: Column<Limit>[] = [
  { id: 'code', header: 'Code', value: (row) => row.code, width: 130, phone: true },
  { id: 'name', header: 'Name', value: (row) => row.name, width: 230, least: 180, phone: true },
  { id: 'measure', header: 'Measure', value: (row) => MEASURE_WORDS[row.measure], width: 180, phone: false },
  { id: 'subject', header: 'Of', value: (row) => row.subject.label, width: 150, phone: false },
  { id: 'scope', header: 'Portfolio', value: (row) => row.scope.label, width: 160, phone: false },
  { id: 'bound', header: 'Bound', value: boundInWords, width: 240, phone: true },
  {
    id: 'hardness',
    header: 'Hardness',
    value: (row) => HARDNESS_WORDS[row.hardness],
    width: 96,
    phone: false,
  },
  {
    id: 'state',
    header: 'State',
    value: (row) => IN_FORCE_WORDS[row.state].word,
    cell: (row) => <Status tone={IN_FORCE_WORDS[row.state].tone}>{IN_FORCE_WORDS[row.state].word}</Status>,
    width: 96,
    phone: true,
  },
  { id: 'from', header: 'From', kind: 'date', value: (row) => row.effectiveFrom, width: 108, phone: false },
  {
    id: 'to',
    header: 'Until',
    kind: 'date',
    value: (row) => row.effectiveTo,
    width: 108,
    phone: false,
    hidden: true,
  },
  { id: 'source', header: 'Source', value: (row) => row.source, width: 180, phone: false, hidden: true },
]

/** The limits of a tab, by code; a row opens the limit. */
export function LimitList({ tab }: { tab: LimitTab }) {
  const query = useRoute(limits.list, { query: { kind: LIMIT_TABS[tab].join(',') as never } })
  const [writing, write] = useState<Draft | 'new' | null>(null)
  const [browsing, browse] = useState(false)
  const [opened, open] = useState<string | null>(null)
  const add = (
    <IfMay call={limits.create}>
      <Button leftSection={<IconPlus size={16} />} onClick={() => write('new')}>
        New Limit
      </Button>
    </IfMay>
  )
  return (
    <Section
      title="Limits"
      actions={
        <div className={css.tools}>
          <IfMay call={limits.create}>
            <Button variant="default" onClick={() => browse(true)}>
              Rule Sets
            </Button>
          </IfMay>
          {(query.data?.length ?? 0) > 0 && add}
        </div>
      }
    >
      <DataGrid
        id={`limits-${tab}`}
        title="Limits"
        noun="limits"
        rows={query.data}
        columns={columns}
        rowKey={(row) => row.code}
        onOpen={(row) => open(row.code)}
        muted={(row) => row.state === 'ended'}
        error={loadFailure(query, 'Failed to load the limits')}
        empty={
          <EmptyState title="No limits yet" action={add}>
            A limit holds back orders that exceed it; what was dealt is recorded all the same, and opens a
            breach.
          </EmptyState>
        }
      />
      <RuleSets
        opened={browsing}
        tab={tab}
        onClose={() => browse(false)}
        onUse={(line) => {
          browse(false)
          write(line)
        }}
      />
      {writing !== null && (
        <LimitForm
          tab={tab}
          {...(writing === 'new' ? {} : { draft: writing })}
          onClose={() => write(null)}
          onSaved={({ code }) => {
            write(null)
            open(code)
          }}
        />
      )}
      <LimitModal code={opened} tab={tab} onClose={() => open(null)} />
    </Section>
  )
}
