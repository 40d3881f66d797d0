# Completion of the programs of Lanternfish for bash: commands, switches and options as the programs themselves list them.

_lanternfish() {
  local program=$1 current=${COMP_WORDS[COMP_CWORD]} words
  # bash splits NAME=VALUE at the sign.
  if [[ $current = = || ${COMP_WORDS[COMP_CWORD-1]} = = ]]; then
    COMPREPLY=()
    return
  fi
  if [ "${program##*/}" = lanternfish ]; then
    words=$("$program" --list-options 2>/dev/null | sed -n 's/^option name \([^ ]*\) type .*/\1=/p')
    words+=" bench --help --version --list-options"
    [[ $(compgen -W "$words" -- "$current") = *= ]] && compopt -o nospace
  else
    local command=()
    [ "$COMP_CWORD" -gt 1 ] && [[ ${COMP_WORDS[1]} != -* ]] && command=("${COMP_WORDS[1]}")
    words=$("$program" "${command[@]}" --help 2>/dev/null | grep -oE -- '(^| )--[a-z][a-z0-9-]*' | sort -u)
    if [ "$COMP_CWORD" -eq 1 ]; then
      words+=" --version $("$program" --help 2>/dev/null | sed -nE "s/^(usage:)? *(${program##*/} )?([a-z]{3,})( .*)?  .*/\3/p")"
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _lanternfish lanternfish lanternfish-arena lanternfish-analyze lanternfish-book lanternfish-server lanternfish-web
