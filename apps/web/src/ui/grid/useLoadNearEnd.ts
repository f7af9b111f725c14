import { useEffect } from 'react'
import type { DataGridProps } from './DataGrid.tsx'

/** Asks for the next rows when the end of those loaded is near. */
export function useLoadNearEnd(more: DataGridProps<never>['more'], near: boolean) {
  const { has = false, loading = false, load } = more ?? {}
  useEffect(() => {
    if (near && has && !loading) load?.()
  }, [near, has, loading, load])
}
