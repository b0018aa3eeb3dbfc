export { type AliasAssertion, aliasAssertions, type NamesAliases } from './aliases/assertions.ts';
export {
  type AliasChange,
  type AliasGroup,
  changeTouches,
  groupAliases,
  LARGEST_ALIAS_GROUP,
  regroupAliases,
} from './aliases/groups.ts';
