import { type Found, search } from '@em/contract/search/search'
import { actionsFound, tabsFound } from '@em/contract/tabs/find'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { today } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'

/** The server is asked once the typing rests for so long; tabs and actions are found at once. */
const REST_MS = 80

export interface FoundSoFar {
  readonly found: readonly Found[]
  /** Whether the server has answered for what stands in the field. */
  readonly isWhole: boolean
  readonly failed: boolean
}

const keyOf = ({ kind, tab }: Found) => `${kind} ${tab}`

/** What a text finds: tabs and things to do at once, the rest when the server has answered. */
export function useFound(typed: string): FoundSoFar {
  const may = useMay()
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, REST_MS)
  const answer = useRoute(
    search,
    { query: { q: asked } },
    // What was found a moment ago may be there no more.
    { enabled: asked !== '', staleTime: 0 },
  )
  const here = useMemo(() => {
    if (text === '') return []
    const near = [
      ...tabsFound(text, may),
      ...actionsFound(text, { may, today: today(), securityNamed: () => null }),
    ]
    return near.toSorted((one, other) => one.near - other.near).map(({ found }) => found)
  }, [text, may])
  const answered = asked === text ? answer.data : undefined
  const found = useMemo(() => {
    if (answered === undefined) return here
    const known = new Set(answered.map(keyOf))
    return [...answered, ...here.filter((one) => !known.has(keyOf(one)))]
  }, [answered, here])
  const failed = asked === text && answer.isError
  return { found, isWhole: text === '' || answered !== undefined || failed, failed }
}
