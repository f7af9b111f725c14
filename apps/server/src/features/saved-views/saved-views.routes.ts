import { favourites, savedViews } from '@em/contract/saved-views/saved-views'
import { type Server, serve, serveWrite } from '../../platform/http/serve.ts'
import { changeView, createView, removeView, saveFavourites } from './saved-views.commands.ts'
import { ownFavourites, ownViews } from './saved-views.queries.ts'

export function savedViewsRoutes(server: Server): void {
  const { database } = server
  serve(server, savedViews.list, ({ user }) => ownViews(database, user))
  serveWrite(server, savedViews.create, createView)
  serveWrite(server, savedViews.change, changeView)
  serveWrite(server, savedViews.remove, removeView)
  serve(server, favourites.get, ({ user }) => ownFavourites(database, user))
  serveWrite(server, favourites.save, saveFavourites)
}
