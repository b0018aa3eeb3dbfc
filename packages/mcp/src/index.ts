export { MAX_CHARACTERS, tokensOf } from './brief.ts';
export type { Call, Refusal } from './call.ts';
export { BEGIN, END } from './fence.ts';
export { answerMcp, type McpRequest, type McpResponse } from './http.ts';
export { toolServer } from './server.ts';
export type { Tool } from './tool.ts';
export { TOOLS } from './tools/index.ts';
