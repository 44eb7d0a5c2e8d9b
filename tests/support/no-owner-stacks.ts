import * as React from 'react'

/*
 * React's development build takes a stack for each element that is made, for the messages that name its owner: a tenth of what
 * tests of components take. It stops by itself once it has taken many within a second; here it has taken enough from the start.
 */
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
})
