; ---- s_setvskip leaves vector instructions without effect, and no others
s_mov_b32 s8, 4
s_setvskip s8, 2
v_mov_b32 v1, 7
s_mov_b32 s9, 3
s_setvskip s8, 33
v_add_u32 v2, v1, v1
s_setvskip s8, 2
v_mov_b32 v2, 0
s_setvskip 0, 0
v_mov_b32 v3, 1

; ---- calls and returns by s_call_b64, s_swappc_b64 and s_setpc_b64
s_call_b64 s[10:11], first
s_getpc_b64 s[4:5]
s_add_u32 s4, s4, second@rel32@lo+4
s_addc_u32 s5, s5, second@rel32@hi+12
s_swappc_b64 s[10:11], s[4:5]
s_branch done
first: s_mov_b32 s8, 5
s_setpc_b64 s[10:11]
second: s_add_u32 s8, s8, 7
s_rfe_b64 s[10:11]
done: s_add_u32 s8, s8, 100
