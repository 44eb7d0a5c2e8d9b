import { buildIfNeeded } from './app-build.ts'
import { serve } from './serve.ts'

buildIfNeeded()
serve()
