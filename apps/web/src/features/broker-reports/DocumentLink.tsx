import { Anchor } from '@mantine/core'
import { goTo } from '../../links/tabs.ts'

/** Opens a document of a broker under Trade Report. */
export function DocumentLink({ id, fileName }: { id: number; fileName: string }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={() => goTo('Batch Transaction Import', 'Trade Report', { document: String(id) })}
    >
      {fileName || `Document ${id}`}
    </Anchor>
  )
}
