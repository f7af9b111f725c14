import { ANNOUNCEMENT_DAYS, type Announcement, announcements } from '@em/contract/announcements/announcements'
import { holdings } from '@em/contract/holdings/holdings'
import {
  ANNOUNCEMENT_PRIORITIES,
  BOARD_CATEGORIES,
  type AnnouncementBoard as Board,
} from '@em/core/announcements/categories'
import { Anchor, Button } from '@mantine/core'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { choiceIn, filtersSet, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { NativeSelectField } from '../../ui/form/NativeSelectField.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState, ErrorState, NothingFound, Skeletons } from '../../ui/States.tsx'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import css from './Announcements.module.css'
import { BOARDS, categoryChoices, DAY_CHOICES } from './boards.ts'
import { ExchangeFeed } from './ExchangeFeed.tsx'
import { UploadAnnouncements } from './UploadAnnouncements.tsx'

const PAGE = 50
const SEARCH_MAX = 100
const NO_FILTERS = { search: '', category: '', days: '', priority: '', held: '' }
/** The exchange's own page of announcements. */
const OFFICIAL = 'https://www.cse.lk/announcements'

/** One of the five screens of announcements: filters, a list of cards, and a dialog with the whole of one. */
export function AnnouncementBoard({ board }: { board: Board }) {
  const words = BOARDS[board]
  const address = useHashQuery()
  const may = useMay()
  const [dialog, setDialog] = useState<'record' | 'upload' | 'feed' | null>(null)
  const maySeeHeld = may(holdings.valued)
  const filters = {
    search: textIn(address, 'search', SEARCH_MAX),
    category: choiceIn(address, 'category', BOARD_CATEGORIES[board]),
    days: choiceIn(address, 'days', ANNOUNCEMENT_DAYS),
    priority: choiceIn(address, 'priority', ANNOUNCEMENT_PRIORITIES),
    held: maySeeHeld ? choiceIn(address, 'held', ['1']) : '',
  }
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const { list, rows, total, more } = useScrolled<Announcement>(
    announcements.list,
    { query: { board, ...set } },
    { pageSize: PAGE },
  )
  const clear = () => changeHashQuery(NO_FILTERS)
  const open = (id: number) => changeHashQuery({ announcement: String(id) })
  const refresh = () => void list.refetch()
  const count = filtersSet(filters)
  return (
    <Page
      title={words.title}
      lead={
        board === 'notices' ? (
          <>
            {words.lead}{' '}
            <Anchor href={OFFICIAL} target="_blank" rel="noopener noreferrer">
              Official announcements of the exchange <IconExternalLink size={14} aria-hidden />
            </Anchor>
          </>
        ) : (
          words.lead
        )
      }
      actions={
        <>
          <Button variant="default" onClick={() => setDialog('feed')}>
            Exchange Feed
          </Button>
          <IfMay call={announcements.upload}>
            <Button variant="default" onClick={() => setDialog('upload')}>
              Upload File
            </Button>
          </IfMay>
          <IfMay call={announcements.record}>
            <Button variant="default" onClick={() => setDialog('record')}>
              Add Announcement
            </Button>
          </IfMay>
          <RefreshButton loading={list.isRefetching && !list.isFetchingNextPage} onClick={refresh} />
        </>
      }
    >
      <FilterFrame label={`Filter ${words.title}`} count={count} onClear={clear}>
        <SearchField
          placeholder={words.search}
          value={filters.search}
          onSearch={(search) => changeHashQuery({ search: search.slice(0, SEARCH_MAX) })}
        />
        {BOARD_CATEGORIES[board].length > 1 && (
          <NativeSelectField
            label="Category"
            placeholder="All Categories"
            value={filters.category}
            options={categoryChoices(board)}
            onChange={(category) => changeHashQuery({ category })}
          />
        )}
        <NativeSelectField
          label="Date Range"
          placeholder="All Dates"
          value={filters.days}
          options={DAY_CHOICES}
          onChange={(days) => changeHashQuery({ days })}
        />
        <NativeSelectField
          label="Priority"
          placeholder="All Priorities"
          value={filters.priority}
          options={ANNOUNCEMENT_PRIORITIES.map((one) => ({ value: one, label: one }))}
          onChange={(priority) => changeHashQuery({ priority })}
        />
        {maySeeHeld && (
          <NativeSelectField
            label="Securities"
            placeholder="All Securities"
            value={filters.held}
            options={[{ value: '1', label: 'Held Securities' }]}
            onChange={(held) => changeHashQuery({ held })}
          />
        )}
      </FilterFrame>
      {rows === undefined ? (
        list.isError ? (
          <ErrorState title={words.failedTitle} message={words.failed} onRetry={refresh} />
        ) : (
          <Skeletons rows={8} height={64} />
        )
      ) : (
        <>
          {list.isError && (
            <Banner tone="warning">
              {words.failed}: {messageOf(list.error, '')} What you see may be out of date.
            </Banner>
          )}
          {rows.length > 0 ? (
            <>
              <p className={css.count} role="status">
                {counted(total, words.one)}
              </p>
              <ul className={css.list} aria-label={words.title}>
                {rows.map((one) => (
                  <AnnouncementCard key={one.id} announcement={one} onOpen={() => open(one.id)} />
                ))}
              </ul>
              {more.has && (
                <Button variant="default" className={css.more} loading={more.loading} onClick={more.load}>
                  Show More
                </Button>
              )}
            </>
          ) : count > 0 ? (
            <NothingFound title={`No ${words.one}s found`} onClear={clear}>
              Try adjusting your filters
            </NothingFound>
          ) : (
            <EmptyState title={`No ${words.one}s found`}>{words.empty}</EmptyState>
          )}
        </>
      )}
      <AnnouncementDialog
        id={idIn(address, 'announcement')}
        onClose={() => changeHashQuery({ announcement: '' })}
      />
      <AnnouncementForm
        opened={dialog === 'record'}
        board={board}
        announcement={null}
        onClose={() => setDialog(null)}
      />
      <UploadAnnouncements opened={dialog === 'upload'} onClose={() => setDialog(null)} />
      <ExchangeFeed opened={dialog === 'feed'} onClose={() => setDialog(null)} />
    </Page>
  )
}
