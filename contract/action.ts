/** list -a · create -b · edit -c · details -d · dispatch -e · everything in the module -f; where nothing is dispatched -e erases */
export type Action = 'list' | 'create' | 'edit' | 'details' | 'dispatch' | 'erase' | 'all'
