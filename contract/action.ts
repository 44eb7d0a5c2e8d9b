/** list -a · create -b · edit -c · details -d · dispatch -e · everything in the module -f */
export type Action = 'list' | 'create' | 'edit' | 'details' | 'dispatch' | 'all'
