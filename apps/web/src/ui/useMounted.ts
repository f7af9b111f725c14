import { useEffect, useState } from 'react'

/**
 * False until the part is on the page. A dialog that is there first and opens then knows where the focus came from,
 * and gives it back when it closes; one that is mounted open does not.
 */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the second rendering is the point
  useEffect(() => setMounted(true), [])
  return mounted
}
