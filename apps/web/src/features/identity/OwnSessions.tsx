import { identity, type SessionRecord } from '@em/contract/identity/identity'
import { Button } from '@mantine/core'
import { ApiFailure } from '../../lib/api.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import { SessionList } from './users/SessionList.tsx'

/** Where one is signed in, with a way to end each of them. */
export function OwnSessions() {
  const query = useRoute(identity.sessions, undefined, { refetchOnMount: 'always' })
  const end = useWrite(identity.endSession)
  const endOthers = useWrite(identity.endOtherSessions)
  const endOne = (one: SessionRecord) =>
    end
      .mutateAsync({ params: { id: one.id } })
      .catch(async (error: unknown) => {
        // It has ended in the meantime: that is what was asked for.
        if (!(error instanceof ApiFailure) || error.status !== 404) throw error
        await query.refetch()
      })
      .then(() => notify.success(`${one.browser} was signed out.`))
      .catch((error: unknown) => notify.error('The session could not be ended. Please try again.', error))
  const endAll = () =>
    endOthers
      .mutateAsync({})
      .then(() => notify.success('You are signed out everywhere else.'))
      .catch((error: unknown) => notify.error('The sessions could not be ended. Please try again.', error))
  return (
    <Loaded query={query} failed="Failed to fetch your sessions">
      {(all) => (
        <>
          <SessionList
            sessions={all}
            ending={end.isPending ? Number(end.variables.params.id) : undefined}
            onEnd={(one) => void endOne(one)}
          />
          {all.length > 1 && (
            <Button
              variant="default"
              loading={endOthers.isPending}
              onClick={() => void endAll()}
              style={{ alignSelf: 'flex-start' }}
            >
              Sign out everywhere else
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}
