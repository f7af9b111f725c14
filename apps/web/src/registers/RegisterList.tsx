import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { featureOf } from '../lib/query.ts'
import { WaitingRequests } from '../links/WaitingRequests.tsx'
import { Banner } from '../ui/Banner.tsx'
import { type Column, DataGrid, type Tools } from '../ui/grid/DataGrid.tsx'
import type { Master } from './master.ts'
import { useRecords } from './useMaster.ts'
import type { AnyRecord } from './values.ts'

interface RegisterListProps {
  master: Master
  /** The noun of the counter, where it is not the register's plural: "accounts". */
  noun?: string
  columns: readonly Column<AnyRecord>[]
  /** What would be shown here, and how to add it. */
  empty: ReactNode
  onOpen?: (record: AnyRecord) => void
  /** Buttons that change a record, unless `calls` says what else they do. */
  tools?: Tools<AnyRecord>
  muted?: (record: AnyRecord) => boolean
  initialSort?: { id: string; desc: boolean }[]
  /** Pixels of the screen that are taken above and below the rows. */
  offset?: number
  pageSize?: number
}

/** All records of a register: search, sort, pages, export. */
export function RegisterList({ master, columns, noun, pageSize = 50, tools, ...rest }: RegisterListProps) {
  const { register, words } = master
  const { query, onSearch } = useRecords(register)
  const grid = {
    ...rest,
    ...(tools === undefined
      ? {}
      : { tools: { calls: [register.routes.update, register.routes.remove], ...tools } }),
    ...(onSearch === undefined ? {} : { onSearch }),
  }
  return (
    <>
      <WaitingRequests acts={featureOf(register.routes.list)} />
      {onSearch !== undefined && (
        <Banner tone="info">
          The list is longer than what is loaded. Search to find the other {register.plural.toLowerCase()}.
        </Banner>
      )}
      {query.isError && query.data !== undefined && (
        <Banner tone="warning">{words.listFailed}: what you see may be out of date.</Banner>
      )}
      <DataGrid
        id={register.word}
        title={register.plural}
        noun={noun ?? register.plural.toLowerCase()}
        rows={query.data}
        columns={columns}
        rowKey={(record) => record.id}
        pageSize={pageSize}
        error={
          query.isError
            ? {
                title: words.listFailed,
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        {...grid}
      />
    </>
  )
}
